using Tests.Fuzzing.Generating;

namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>
/// Draws programs of three assemblies. A program has types that inherit from each other or implement each other. It creates objects of these types, and calls
/// their methods through the types and base types of the objects.
/// </summary>
internal sealed class HierarchyGenerator
{
    public const int Assemblies = 3;

    /// <summary>
    /// Each of these types converts to all types before it. So a variant interface with one of these type arguments may convert to the same interface with
    /// another of them.
    /// </summary>
    private static readonly string[] s_related = ["object", "IAnimal", "Animal", "Pet", "Cat"];

    /// <summary>
    /// The number of different methods (name, return type and parameter) in a program. It is small, so that types often declare the same methods.
    /// </summary>
    private const int FamiliesOfAProgram = 5;

    private static readonly string[] s_arguments = ["int", "Point", "string", "object", "IAnimal", "Animal", "Pet", "Cat", "Box<int>", "Box<Pet>"];

    private readonly Draw _draw;
    private readonly Bodies _bodies;
    private readonly List<DrawnType> _types = [];
    private readonly List<string> _code = [];

    private HierarchyGenerator(int seed)
    {
        _draw = new Draw(seed);
        _bodies = new Bodies(_draw);
        var families = Family.All.ToList();
        while (families.Count > FamiliesOfAProgram)
        {
            families.RemoveAt(_draw.Below(families.Count));
        }

        Families = families;
    }

    /// <summary>The code that all programs of a batch share: the types that serve as type arguments.</summary>
    public static string Shared =>
        """
        public interface IAnimal { }
        public class Animal : IAnimal { }
        public class Pet : Animal { }
        public class Cat : Pet { }
        public struct Point : IAnimal { }
        public class Box<T> { }
        """;

    public static HierarchyProgram Generate(int seed) => new HierarchyGenerator(seed).Program(seed);

    private HierarchyProgram Program(int seed)
    {
        var assemblies = new List<IReadOnlyList<string>>();
        for (var assembly = 0; assembly < Assemblies; assembly++)
        {
            _code.Clear();
            var interfaces = _draw.Below(3) + (assembly == 0 ? 1 : 0);
            for (var i = 0; i < interfaces; i++)
            {
                Add(new DrawnInterfaces(this).Draw($"I{_types.Count}", assembly));
            }

            var classes = 1 + _draw.Below(3);
            for (var i = 0; i < classes; i++)
            {
                Add(new DrawnClasses(this).Draw($"C{_types.Count}", assembly));
            }

            _code.AddRange(new DrawnCalls(this).Draw(assembly));
            assemblies.Add([.. _code]);
        }

        return new HierarchyProgram(seed, assemblies);
    }

    public Draw Draw => _draw;

    public Bodies Bodies => _bodies;

    /// <summary>The methods that the program's types may declare.</summary>
    public IReadOnlyList<Family> Families { get; }

    public IReadOnlyList<DrawnType> Types => _types;

    /// <summary>The types that code of an assembly can name.</summary>
    public IEnumerable<DrawnType> NamedIn(int assembly) => _types.Where(type => !type.IsHidden && (!type.IsInternal || type.Assembly == assembly));

    /// <summary>Returns an instance of a type, with a type argument that the type's constraint permits.</summary>
    /// <param name="type">The type.</param>
    /// <param name="by">The type in whose code the instance appears; null for code without a type parameter.</param>
    public Instance InstanceOf(DrawnType type, DrawnType? by)
    {
        if (!type.IsGeneric)
        {
            return new Instance(type, "");
        }

        var fitting = s_arguments.Where(argument => Fits(argument, type.Constraint)).ToList();
        var canBeOwn = by is { IsGeneric: true } && (type.Constraint == "" || type.Constraint == by.Constraint) && (by.Variance == "" || by.Variance == type.Variance);
        return new Instance(type, canBeOwn && !_draw.OneIn(3) ? _draw.OneIn(8) && by!.Variance == "" && type.Constraint == "" ? "Box<T>" : "T" : _draw.From(fitting));
    }

    /// <summary>
    /// If the type is a variant interface and its argument is one of the related types, draws another of these types as the argument. The given instance may
    /// then convert to the returned one, or the other way round. For all other types, returns the given instance.
    /// </summary>
    public Instance RelatedTo(Instance instance)
    {
        var fitting = s_related.Where(argument => Fits(argument, instance.Type.Constraint)).ToList();
        return instance.Type.Variance != "" && fitting.Contains(instance.Argument) ? instance with { Argument = _draw.From(fitting) } : instance;
    }

    /// <summary>
    /// Adds an interface to a type. Adds nothing if some type argument could make two instances of an interface the same, because C# forbids that.
    /// </summary>
    public static void Implement(DrawnType type, Instance one)
    {
        var known = type.Itself.Interfaces().ToList();
        var added = one.Interfaces().Prepend(one).ToList();
        if (!type.Interfaces.Contains(one) && added.TrueForAll(other => known.Concat(added).All(before => before == other || before.Type != other.Type || !(HasParameter(before) || HasParameter(other)))))
        {
            type.Interfaces.Add(one);
        }

        static bool HasParameter(Instance instance) => instance.Argument != Slot.Substitute(instance.Argument, "");
    }

    public static string ConstraintOf(string parameter, string constraint) => constraint == "" ? "" : $" where {parameter} : {constraint}";

    private static bool Fits(string argument, string constraint) => constraint switch
    {
        "class" => argument is not ("int" or "Point"),
        "struct" => argument is "int" or "Point",
        "IAnimal" => argument is "Point" or "IAnimal" or "Animal" or "Pet" or "Cat",
        _ => true,
    };

    private void Add((DrawnType Type, string Code) drawn)
    {
        _types.Add(drawn.Type);
        if (!drawn.Type.IsHidden)
        {
            _code.Add(drawn.Code);
        }
        else
        {
            Hidden.Add((drawn.Type, drawn.Code));
        }
    }

    /// <summary>The hidden types, each with its code. A hidden type is nested in the class that creates the assembly's objects.</summary>
    public List<(DrawnType Type, string Code)> Hidden { get; } = [];
}
