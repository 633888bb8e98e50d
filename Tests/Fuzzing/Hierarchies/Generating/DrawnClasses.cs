using Tests.Fuzzing.Generating;

namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>
/// Draws classes, records and structs. Also draws what they inherit, override and hide, and which interfaces they implement implicitly, explicitly, or again.
/// </summary>
internal sealed class DrawnClasses(HierarchyGenerator hierarchy)
{
    private readonly Draw _draw = hierarchy.Draw;
    private readonly List<string> _code = [];
    private readonly List<Callable> _callables = [];
    private DrawnType _type = null!;
    private IReadOnlyList<Member> _inherited = [];

    public (DrawnType Type, string Code) Draw(string name, int assembly)
    {
        var kind = _draw.Below(10) switch { < 7 => TypeKind.Class, 7 => TypeKind.Record, 8 => TypeKind.Struct, _ => TypeKind.RecordStruct };
        var isGeneric = _draw.OneIn(4);
        var isClass = kind is TypeKind.Class or TypeKind.Record;
        var isAbstract = isClass && _draw.OneIn(5);
        var isHidden = !isAbstract && _draw.OneIn(8);
        _type = new DrawnType(name, kind, assembly)
        {
            IsGeneric = isGeneric,
            Constraint = isGeneric && _draw.OneIn(3) ? _draw.Of("class", "struct", "IAnimal") : "",
            IsAbstract = isAbstract,
            IsSealed = !isClass || (!isAbstract && _draw.OneIn(6)),
            IsInternal = !isHidden && _draw.OneIn(8),
            IsHidden = isHidden,
        };
        _type = _type with { Base = isClass ? BaseOf(assembly) : null };
        _inherited = [.. _type.Base?.Members(assembly) ?? []];
        Implement(assembly);
        Inner(assembly);
        var declared = Declared();
        _callables.AddRange(_inherited.Where(member => !member.IsAbstract && member.Access is not "internal").Select(member => new Callable("base", member.Slot, member.Returns)));
        _callables.AddRange(_type.Members.Concat(_inherited).DistinctBy(member => member.Slot.Key).Select(member => new Callable("this", member.Slot, member.Returns)));
        _callables.AddRange(DrawnInterfaces.SlotsOf(_type.Itself.Interfaces(), assembly).Select(one => new Callable($"(({one.Declaring})this)", one.Slot, one.Slot.Returns)));
        foreach (var (member, modifiers, explicitOf) in declared)
        {
            var declaration = member.Slot.Declaration(member.Returns, explicitOf);
            _code.Add(member.IsAbstract ? $"{modifiers}{declaration};" : hierarchy.Bodies.Method(modifiers, declaration, name, member.Slot, member.Returns, _callables));
        }

        var inheriting = _type.Interfaces.Select(one => $"{one}").Prepend(_type.Base?.ToString()).OfType<string>().ToList();
        var access = isHidden ? "private" : _type.IsInternal ? "internal" : "public";
        var word = kind switch { TypeKind.Class => "class", TypeKind.Record => "record", TypeKind.Struct => "struct", _ => "record struct" };
        return (_type, $"{access} {(isAbstract ? "abstract " : _type.IsSealed && isClass ? "sealed " : "")}{word} {name}{(isGeneric ? "<T>" : "")}{(inheriting.Count == 0 ? "" : $" : {string.Join(", ", inheriting)}")}{HierarchyGenerator.ConstraintOf("T", _type.Constraint)}\n{{\n    {string.Join("\n    ", _code)}\n}}");
    }

    private Instance? BaseOf(int assembly)
    {
        var bases = hierarchy.NamedIn(assembly).Where(other => other.Kind == _type.Kind && !other.IsSealed && (_type.IsHidden || _type.IsInternal || !other.IsInternal)).ToList();
        return bases.Count > 0 && !_draw.OneIn(6) ? hierarchy.InstanceOf(_draw.From(bases), _type) : null;
    }

    private void Implement(int assembly)
    {
        var known = hierarchy.NamedIn(assembly).Where(other => other.Kind == TypeKind.Interface).ToList();
        var inherited = _type.Base?.Interfaces().Where(one => known.Contains(one.Type)).ToList() ?? [];
        for (var i = _draw.Below(4); i > 0; i--)
        {
            var one = inherited.Count > 0 && _draw.OneIn(2) ? hierarchy.RelatedTo(_draw.From(inherited)) : hierarchy.InstanceOf(_draw.From(known), _type);
            HierarchyGenerator.Implement(_type, one);
        }
    }

    /// <summary>Sometimes gives the type a field for another object. The type's methods may forward calls to that object.</summary>
    private void Inner(int assembly)
    {
        var types = hierarchy.NamedIn(assembly).Where(other => other.Kind == TypeKind.Interface && (_type.IsHidden || _type.IsInternal || !other.IsInternal)).ToList();
        if (_draw.OneIn(3) && types.Count > 0)
        {
            var inner = hierarchy.InstanceOf(_draw.From(types), _type);
            _type.Inner = inner;
            _code.Add($"public {inner}? Inner{_type.Name};");
            _callables.AddRange(DrawnInterfaces.SlotsOf(inner.Interfaces().Prepend(inner), assembly).Select(one => new Callable($"(({one.Declaring})Inner{_type.Name}!)", one.Slot, one.Slot.Returns)));
        }
    }

    /// <summary>Draws the methods that the type declares, each with its modifiers. An explicit implementation also has the name of the interface.</summary>
    private List<(Member Member, string Modifiers, string ExplicitOf)> Declared()
    {
        var declared = new List<(Member Member, string Modifiers, string ExplicitOf)>();
        var newly = _type.Interfaces.SelectMany(one => one.Interfaces().Prepend(one)).Distinct().ToList();
        var defaults = _type.Itself.Interfaces().SelectMany(one => one.Type.Defaults.Select(given => (given.Type.In(one.Argument), given.Slot.In(one.Argument).Key))).ToLookup(given => given);
        var slots = DrawnInterfaces.SlotsOf(newly, _type.Assembly).ToList();
        foreach (var member in _inherited.Where(member => member.IsAbstract && (!_type.IsAbstract || _draw.OneIn(2))))
        {
            Declare(member.Slot, member, isForced: true);
        }

        foreach (var (interfaceType, slot) in slots)
        {
            // Two default implementations of the same method count as none, because the runtime chooses neither.
            var hasDefault = defaults[(interfaceType, slot.Key)].Count() + (interfaceType.Type.Members.Exists(member => member.Slot.Family == slot.Family && !member.IsAbstract) ? 1 : 0) == 1;
            var named = Visible(slot);
            var canStay = hasDefault || (named is { Access: "public" } && named.Returns == slot.Returns);
            switch (_draw.Below(canStay ? 10 : 6))
            {
                case < 2:
                    declared.Add((new Member(slot, slot.Returns), "", $"{interfaceType}."));
                    break;
                case < 6 when named == null || !_type.Members.Contains(named):
                    Declare(slot, named, isForced: false);
                    break;
            }

            // The method must be implemented explicitly if nothing else implements it, or if the visible method with this name is not public.
            var there = Visible(slot);
            if ((there == null ? !hasDefault : there.Access != "public" || (!hasDefault && there.Returns != slot.Returns)) && !declared.Exists(one => one.ExplicitOf == $"{interfaceType}." && one.Member.Slot.Key == slot.Key))
            {
                declared.Add((new Member(slot, slot.Returns), "", $"{interfaceType}."));
            }
        }

        foreach (var member in _inherited.Where(member => !_type.Members.Exists(own => own.Slot.Key == member.Slot.Key) && _draw.OneIn(3)))
        {
            Declare(member.Slot, member, isForced: false);
        }

        var families = hierarchy.Families.Where(family => !family.HasTypeParameter || _type.IsGeneric).ToList();
        for (var i = families.Count == 0 ? 0 : _draw.Below(3); i > 0; i--)
        {
            var slot = Slot.Of(_draw.From(families), "T");
            if (Visible(slot) == null)
            {
                Declare(slot, before: null, isForced: false, _type.IsStruct || slots.Exists(one => one.Slot.Key == slot.Key) ? "public" : _draw.Of("public", "public", "public", "protected", "internal", "protected internal"));
            }
        }

        return declared.DistinctBy(one => one.ExplicitOf + one.Member.Slot.Key).ToList();

        Member? Visible(Slot slot) => _type.Members.Concat(_inherited).FirstOrDefault(member => member.Slot.Key == slot.Key);

        void Declare(Slot slot, Member? before, bool isForced, string access = "public")
        {
            var canBeVirtual = !_type.IsSealed;
            var canOverride = before is { IsVirtual: true };
            var overrides = canOverride && (isForced || before!.IsAbstract || !_draw.OneIn(3));
            if (overrides)
            {
                access = before!.Access;

                // An override of a protected internal method of another assembly must be protected.
                access = access == "protected internal" && IsOfOtherAssembly(slot) ? "protected" : access;
            }

            var returns = overrides && before!.Returns == "Task" && _draw.OneIn(4) ? "Task<int>" : overrides ? before!.Returns : slot.Returns;
            var isSealed = overrides && (_type.IsSealed || _draw.OneIn(6));
            var isVirtual = overrides ? !isSealed : canBeVirtual && !_draw.OneIn(3);
            var isAbstract = _type.IsAbstract && isVirtual && !isForced && access != "internal" && access != "protected internal" && _draw.OneIn(5);
            var modifiers = $"{access} {(overrides ? isSealed ? "sealed override " : isAbstract ? "abstract override " : "override " : $"{(before != null ? "new " : "")}{(isAbstract ? "abstract " : isVirtual ? "virtual " : "")}")}";
            var member = new Member(slot, returns, access, isAbstract, isVirtual);
            _type.Members.Add(member);
            declared.Add((member, modifiers, ""));
        }
    }

    /// <summary>Decides whether the nearest base that declares the method is in another assembly.</summary>
    private bool IsOfOtherAssembly(Slot slot)
    {
        for (var current = _type.Base; current != null; current = current.Type.Base?.In(current.Argument))
        {
            if (current.Type.Members.Exists(member => member.Slot.In(current.Argument).Key == slot.Key))
            {
                return current.Type.Assembly != _type.Assembly;
            }
        }

        return false;
    }
}
