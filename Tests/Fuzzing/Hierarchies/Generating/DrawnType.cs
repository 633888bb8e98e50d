namespace Tests.Fuzzing.Hierarchies.Generating;

internal enum TypeKind
{
    Interface,
    Class,
    Record,
    Struct,
    RecordStruct,
}

/// <summary>A type of a hierarchy, as far as those behind it have to know it.</summary>
/// <param name="Name">Its name, without type parameters.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Assembly">Which of the program's assemblies it is in.</param>
internal sealed record DrawnType(string Name, TypeKind Kind, int Assembly)
{
    /// <summary><c>in</c> or <c>out</c>; empty where it has no type parameter, or one that varies not.</summary>
    public string Variance { get; init; } = "";

    public bool IsGeneric { get; init; }

    /// <summary>What its type parameter must be: empty, <c>class</c>, <c>struct</c> or an interface.</summary>
    public string Constraint { get; init; } = "";

    public bool IsAbstract { get; init; }

    public bool IsSealed { get; init; }

    /// <summary>Whether other assemblies cannot name it.</summary>
    public bool IsInternal { get; init; }

    /// <summary>Whether nothing can name it but what makes objects of it.</summary>
    public bool IsHidden { get; init; }

    public Instance? Base { get; init; }

    /// <summary>Those that it declares itself.</summary>
    public List<Instance> Interfaces { get; } = [];

    /// <summary>The methods that it declares under their names.</summary>
    public List<Member> Members { get; } = [];

    /// <summary>The methods of base interfaces that an interface gives a default.</summary>
    public List<(Instance Type, Slot Slot)> Defaults { get; } = [];

    /// <summary>The type of another object to which its methods may forward; null where it has none.</summary>
    public Instance? Inner { get; set; }

    public bool IsClass => Kind is TypeKind.Class or TypeKind.Record;

    public bool IsStruct => Kind is TypeKind.Struct or TypeKind.RecordStruct;

    /// <summary>Each has a name of its own.</summary>
    public bool Equals(DrawnType? other) => other?.Name == Name;

    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(Name);

    public Instance Itself => new(this, IsGeneric ? "T" : "");
}

/// <summary>A type as another names it.</summary>
/// <param name="Argument">What stands for its type parameter, perhaps that of the other; empty where it has none.</param>
internal sealed record Instance(DrawnType Type, string Argument)
{
    public Instance In(string argument) => this with { Argument = Slot.Substitute(Argument, argument) };

    /// <summary>The interfaces that a type of it has, and those that they inherit, each once.</summary>
    public IEnumerable<Instance> Interfaces() =>
        Type.Interfaces.Select(one => one.In(Argument)).SelectMany(one => one.Interfaces().Prepend(one)).Concat(Type.Base?.In(Argument).Interfaces() ?? []).Distinct();

    /// <summary>The methods that it has of itself and of its bases, the nearest of each name and parameters.</summary>
    /// <param name="assembly">From which assembly it is seen.</param>
    public IEnumerable<Member> Members(int assembly) =>
        Type.Members.Where(member => member.IsSeenFrom(assembly, Type.Assembly)).Select(member => member with { Slot = member.Slot.In(Argument), Returns = Slot.Substitute(member.Returns, Argument) })
            .Concat(Type.IsClass ? Type.Base?.In(Argument).Members(assembly) ?? [] : [])
            .DistinctBy(member => member.Slot.Key);

    public override string ToString() => Type.IsGeneric ? $"{Type.Name}<{Argument}>" : Type.Name;
}

/// <summary>A method that a type declares.</summary>
/// <param name="Slot">Which one.</param>
/// <param name="Returns">What it returns: what overrides a method that returns a task may return one with a result.</param>
/// <param name="Access">Who can call it.</param>
/// <param name="IsAbstract">Whether it has no code. One of an interface has none where it is no default.</param>
/// <param name="IsVirtual">Whether it can be overridden.</param>
internal sealed record Member(Slot Slot, string Returns, string Access = "public", bool IsAbstract = false, bool IsVirtual = false)
{
    public bool IsSeenFrom(int assembly, int own) => Access is "public" or "protected" or "protected internal" || assembly == own;
}
