namespace Tests.Fuzzing.Hierarchies.Generating;

internal enum TypeKind
{
    Interface,
    Class,
    Record,
    Struct,
    RecordStruct,
}

/// <summary>A type of a hierarchy, with what the drawing of later types depends on.</summary>
/// <param name="Name">Its name, without type parameters.</param>
/// <param name="Kind">Whether it is an interface, a class, a record or a struct.</param>
/// <param name="Assembly">The number of the program's assembly that contains it.</param>
internal sealed record DrawnType(string Name, TypeKind Kind, int Assembly)
{
    /// <summary><c>in</c> or <c>out</c>; empty if it has no type parameter or an invariant one.</summary>
    public string Variance { get; init; } = "";

    public bool IsGeneric { get; init; }

    /// <summary>The constraint of its type parameter: empty, <c>class</c>, <c>struct</c> or an interface.</summary>
    public string Constraint { get; init; } = "";

    public bool IsAbstract { get; init; }

    public bool IsSealed { get; init; }

    /// <summary>Whether only its own assembly can name it.</summary>
    public bool IsInternal { get; init; }

    /// <summary>Whether only the code that creates its objects can name it.</summary>
    public bool IsHidden { get; init; }

    public Instance? Base { get; init; }

    /// <summary>The interfaces that it declares itself.</summary>
    public List<Instance> Interfaces { get; } = [];

    /// <summary>The methods that it declares, except explicit implementations.</summary>
    public List<Member> Members { get; } = [];

    /// <summary>The methods of base interfaces for which an interface has a default implementation.</summary>
    public List<(Instance Type, Slot Slot)> Defaults { get; } = [];

    /// <summary>The type of another object to which its methods may forward; null if there is none.</summary>
    public Instance? Inner { get; set; }

    public bool IsClass => Kind is TypeKind.Class or TypeKind.Record;

    public bool IsStruct => Kind is TypeKind.Struct or TypeKind.RecordStruct;

    /// <summary>Compares names, because each type has its own name.</summary>
    public bool Equals(DrawnType? other) => other?.Name == Name;

    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(Name);

    public Instance Itself => new(this, IsGeneric ? "T" : "");
}

/// <summary>A type with its type argument, as another type names it.</summary>
/// <param name="Argument">Its type argument, which may be the naming type's own type parameter; empty if it has none.</param>
internal sealed record Instance(DrawnType Type, string Argument)
{
    public Instance In(string argument) => this with { Argument = Slot.Substitute(Argument, argument) };

    /// <summary>The interfaces of the type and of its bases, and the interfaces that they inherit, each once.</summary>
    public IEnumerable<Instance> Interfaces() =>
        Type.Interfaces.Select(one => one.In(Argument)).SelectMany(one => one.Interfaces().Prepend(one)).Concat(Type.Base?.In(Argument).Interfaces() ?? []).Distinct();

    /// <summary>The methods that the type and its bases declare. If several have the same name and parameters, only the nearest is listed.</summary>
    /// <param name="assembly">The assembly whose code calls them.</param>
    public IEnumerable<Member> Members(int assembly) =>
        Type.Members.Where(member => member.IsSeenFrom(assembly, Type.Assembly)).Select(member => member with { Slot = member.Slot.In(Argument), Returns = Slot.Substitute(member.Returns, Argument) })
            .Concat(Type.IsClass ? Type.Base?.In(Argument).Members(assembly) ?? [] : [])
            .DistinctBy(member => member.Slot.Key);

    public override string ToString() => Type.IsGeneric ? $"{Type.Name}<{Argument}>" : Type.Name;
}

/// <summary>A method that a type declares.</summary>
/// <param name="Slot">The slot of the method.</param>
/// <param name="Returns">The return type. An override of a method that returns a task may return a task with a result.</param>
/// <param name="Access">Its accessibility.</param>
/// <param name="IsAbstract">Whether it has no code. An interface's method has code if it is a default implementation.</param>
/// <param name="IsVirtual">Whether it can be overridden.</param>
internal sealed record Member(Slot Slot, string Returns, string Access = "public", bool IsAbstract = false, bool IsVirtual = false)
{
    public bool IsSeenFrom(int assembly, int own) => Access is "public" or "protected" or "protected internal" || assembly == own;
}
