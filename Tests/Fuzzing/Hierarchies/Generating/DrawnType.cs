namespace Tests.Fuzzing.Hierarchies.Generating;

internal enum TypeKind
{
    Interface,
    Class,
    Record,
    Struct,
    RecordStruct,
}

/// <summary>A type of a hierarchy, with the properties that the generator needs when it draws later types.</summary>
/// <param name="Name">The type's name, without type parameters.</param>
/// <param name="Kind">Whether the type is an interface, a class, a record or a struct.</param>
/// <param name="Assembly">The number of the assembly that contains the type.</param>
internal sealed record DrawnType(string Name, TypeKind Kind, int Assembly)
{
    /// <summary>The variance of the type parameter: <c>in</c> or <c>out</c>. Empty if the type parameter is invariant, or if there is none.</summary>
    public string Variance { get; init; } = "";

    public bool IsGeneric { get; init; }

    /// <summary>The constraint of the type parameter: empty, <c>class</c>, <c>struct</c> or an interface.</summary>
    public string Constraint { get; init; } = "";

    public bool IsAbstract { get; init; }

    public bool IsSealed { get; init; }

    /// <summary>Whether only code of the type's own assembly can name the type.</summary>
    public bool IsInternal { get; init; }

    /// <summary>Whether only the code that creates the type's objects can name the type.</summary>
    public bool IsHidden { get; init; }

    public Instance? Base { get; init; }

    /// <summary>The interfaces in the type's own declaration, without those of its bases.</summary>
    public List<Instance> Interfaces { get; } = [];

    /// <summary>The methods that the type declares, except explicit implementations.</summary>
    public List<Member> Members { get; } = [];

    /// <summary>The methods of base interfaces for which this interface has a default implementation.</summary>
    public List<(Instance Type, Slot Slot)> Defaults { get; } = [];

    /// <summary>The type of the field for another object, to which the methods may forward calls; null if there is no such field.</summary>
    public Instance? Inner { get; set; }

    public bool IsClass => Kind is TypeKind.Class or TypeKind.Record;

    public bool IsStruct => Kind is TypeKind.Struct or TypeKind.RecordStruct;

    /// <summary>Compares only the names, because no two types have the same name.</summary>
    public bool Equals(DrawnType? other) => other?.Name == Name;

    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(Name);

    public Instance Itself => new(this, IsGeneric ? "T" : "");
}

/// <summary>A type with its type argument, as it appears in the code of another type.</summary>
/// <param name="Argument">
/// The type argument; empty if the type is not generic. In the code of a generic type, the argument may be that type's own type parameter.
/// </param>
internal sealed record Instance(DrawnType Type, string Argument)
{
    public Instance In(string argument) => this with { Argument = Slot.Substitute(Argument, argument) };

    /// <summary>Returns all interfaces of the type, each once: its own, those of its base types, and those that these interfaces inherit.</summary>
    public IEnumerable<Instance> Interfaces() =>
        Type.Interfaces.Select(one => one.In(Argument)).SelectMany(one => one.Interfaces().Prepend(one)).Concat(Type.Base?.In(Argument).Interfaces() ?? []).Distinct();

    /// <summary>
    /// Returns the methods that the type and its bases declare. If several methods have the same name and parameters, returns only the nearest one.
    /// </summary>
    /// <param name="assembly">The assembly whose code calls the methods.</param>
    public IEnumerable<Member> Members(int assembly) =>
        Type.Members.Where(member => member.IsSeenFrom(assembly, Type.Assembly)).Select(member => member with { Slot = member.Slot.In(Argument), Returns = Slot.Substitute(member.Returns, Argument) })
            .Concat(Type.IsClass ? Type.Base?.In(Argument).Members(assembly) ?? [] : [])
            .DistinctBy(member => member.Slot.Key);

    public override string ToString() => Type.IsGeneric ? $"{Type.Name}<{Argument}>" : Type.Name;
}

/// <summary>A method that a type declares.</summary>
/// <param name="Slot">The name and the parameters of the method.</param>
/// <param name="Returns">The return type. An override of a method that returns a task may return a task with a result.</param>
/// <param name="Access">The method's accessibility.</param>
/// <param name="IsAbstract">Whether the method has no body. A method of an interface has a body if it has a default implementation.</param>
/// <param name="IsVirtual">Whether the method can be overridden.</param>
internal sealed record Member(Slot Slot, string Returns, string Access = "public", bool IsAbstract = false, bool IsVirtual = false)
{
    public bool IsSeenFrom(int assembly, int own) => Access is "public" or "protected" or "protected internal" || assembly == own;
}
