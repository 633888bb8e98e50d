using Tests.Fuzzing.Generating;

namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>
/// Draws interfaces. Some are variant, and some have base interfaces. Some methods of an interface and of its bases get default implementations.
/// </summary>
internal sealed class DrawnInterfaces(HierarchyGenerator hierarchy)
{
    private readonly Draw _draw = hierarchy.Draw;

    public (DrawnType Type, string Code) Draw(string name, int assembly)
    {
        var isGeneric = _draw.OneIn(2);
        var type = new DrawnType(name, TypeKind.Interface, assembly)
        {
            IsGeneric = isGeneric,
            Variance = isGeneric ? _draw.Of("", "out", "in") : "",
            Constraint = isGeneric && _draw.OneIn(4) ? _draw.Of("class", "struct", "IAnimal") : "",
            IsInternal = hierarchy.Types.Count > 0 && _draw.OneIn(8), // the first interface is public, so that all types can implement it
        };
        var bases = hierarchy.NamedIn(assembly).Where(other => other.Kind == TypeKind.Interface && (type.IsInternal || !other.IsInternal)).ToList();
        for (var i = _draw.Below(3); i > 0 && bases.Count > 0; i--)
        {
            HierarchyGenerator.Implement(type, hierarchy.InstanceOf(_draw.From(bases), type));
        }

        var code = new List<string>();
        var families = hierarchy.Families.Where(family => !family.HasTypeParameter || (isGeneric && (type.Variance == "" || (type.Variance == "in" && family.Name == "Take")))).ToList();
        for (var i = families.Count == 0 ? 0 : 1 + _draw.Below(3); i > 0; i--)
        {
            Declare(type, Slot.Of(_draw.From(families), "T"), code);
        }

        foreach (var (declaring, slot) in Inherited(type).Where(_ => _draw.OneIn(5)).ToList())
        {
            type.Defaults.Add((declaring, slot));
            code.Add(Code("", slot.Declaration(slot.Returns, $"{declaring}."), type, slot));
        }

        var inheriting = type.Interfaces.Count == 0 ? "" : $" : {string.Join(", ", type.Interfaces)}";
        var parameter = isGeneric ? $"<{(type.Variance == "" ? "" : type.Variance + " ")}T>" : "";
        return (type, $"{(type.IsInternal ? "internal" : "public")} interface {name}{parameter}{inheriting}{HierarchyGenerator.ConstraintOf("T", type.Constraint)}\n{{\n    {string.Join("\n    ", code)}\n}}");
    }

    /// <summary>Returns the methods of interfaces, each with the interface that declares it. Omits interfaces that the assembly cannot name.</summary>
    public static IEnumerable<(Instance Declaring, Slot Slot)> SlotsOf(IEnumerable<Instance> interfaces, int assembly) =>
        from declaring in interfaces
        where !declaring.Type.IsInternal || declaring.Type.Assembly == assembly
        from member in declaring.Type.Members
        select (declaring, member.Slot.In(declaring.Argument));

    private static IEnumerable<(Instance Declaring, Slot Slot)> Inherited(DrawnType type) => SlotsOf(type.Itself.Interfaces(), type.Assembly);

    private void Declare(DrawnType type, Slot slot, List<string> code)
    {
        if (type.Members.Exists(member => member.Slot.Key == slot.Key))
        {
            return;
        }

        var hasDefault = _draw.OneIn(4);
        code.Add(hasDefault ? Code("", slot.Declaration(slot.Returns), type, slot) : $"{slot.Declaration(slot.Returns)};");
        type.Members.Add(new Member(slot, slot.Returns, IsAbstract: !hasDefault));
    }

    private string Code(string modifiers, string declaration, DrawnType type, Slot slot)
    {
        var own = type.Members.Where(member => member.Slot.Family != slot.Family).Select(member => new Callable("this", member.Slot, member.Returns));
        var inherited = Inherited(type).Where(other => other.Slot.Family != slot.Family).Select(other => new Callable($"(({other.Declaring})this)", other.Slot, other.Slot.Returns));
        return hierarchy.Bodies.Method(modifiers, declaration, type.Name, slot, slot.Returns, [.. own, .. inherited]);
    }
}
