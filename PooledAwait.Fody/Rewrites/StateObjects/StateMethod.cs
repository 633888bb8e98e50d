using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// A method of the base library that takes a delegate, and can also pass a state to it: by another overload, or by a parameter that is null in the call. <see cref="StateOverload"/> recognises
/// the overloads by their delegate parameters, whose types <see cref="DelegateShape"/> knows. docs/contributing.md describes how to add a method.
/// </summary>
/// <param name="Value">The value of the option StateObjects by which users name the method. A command writes the enumeration from these values.</param>
/// <param name="IsDefault">
/// Whether calls of the method are changed by default: only if the program can observe nothing of the change except other stack frames. ContinueWith is an
/// exception, because version 1.0 changed it.
/// </param>
/// <param name="Types">The types that declare it.</param>
/// <param name="Names">Its names.</param>
internal sealed record StateMethod(string Value, bool IsDefault, string[] Types, params string[] Names)
{
    private const string Threading = "System.Threading.";
    private const string Tasks = "System.Threading.Tasks.";
    private const string Dictionary = "System.Collections.Concurrent.ConcurrentDictionary`2";

    /// <summary>The value as a member of the enumeration; none until the command has written that member. Until then, the weaver does not know the method.</summary>
    public PooledStateObjects Option { get; } = Enum.TryParse(Value, out PooledStateObjects option) ? option : PooledStateObjects.None;

    /// <summary>Says, for the documentation, which calls of the method can be changed; null for all calls that pass a delegate.</summary>
    public string? Which { get; private init; }

    /// <summary>The argument that the delegate gets back as its first parameter; null if there is none.</summary>
    public int? HandedArgument { get; private init; }

    /// <summary>Whether the result keeps the state reachable after the delegate has run, and exposes it in <c>AsyncState</c>.</summary>
    public bool KeepsState { get; private init; }

    /// <summary>Whether the method waits for a task that the delegate returns. The overloads with a state do not: they return the task as the result.</summary>
    public bool Unwraps { get; private init; }

    /// <summary>Whether the delegate always has a parameter for a state, which is null if the call passes no state.</summary>
    public bool PassesNull { get; private init; }

    /// <summary>Whether the state's type is a type parameter of the overload, so that the state need not be an object.</summary>
    public bool HasTypedState { get; private init; }

    /// <summary>The differences of the overload with a state, apart from the state.</summary>
    public Counterpart Counterpart { get; private init; } = new();

    /// <summary>The program's own method that only calls its delegates; null for a method of the base library.</summary>
    public InvokingMethod? Own { get; private init; }

    /// <summary>The entry for one of the program's own methods, which gets a second method that takes a state.</summary>
    public static StateMethod Of(InvokingMethod own) => OwnMethods with
    {
        Own = own,
        Counterpart = new Counterpart { Name = InvokingTwins.NameOf(own.Method) },
    };

    /// <summary>Finds the known method that a call names; null for other methods, and for overloads that take no delegate.</summary>
    public static StateMethod? Of(MethodReference called) => s_names.Contains(called.Name) ? Find(called) : null;

    private static StateMethod? Find(MethodReference called) =>
        Known.FirstOrDefault(method => method.Option != PooledStateObjects.None && method.Names.Contains(called.Name) && method.Types.Contains(called.DeclaringType.GetElementType().FullName)) is { } found &&
        BaseLibrary.Has(called.DeclaringType.GetElementType()) &&
        called.GetElementMethod().Parameters.Any(parameter => DelegateShape.Of(parameter.ParameterType) != null)
            ? found
            : null;

    /// <summary>The entry for the program's own methods. It names none of them.</summary>
    public static StateMethod OwnMethods { get; } = new("OwnMethods", IsDefault: true, []) { HasTypedState = true };

    /// <summary>All known methods of the base library.</summary>
    public static IReadOnlyList<StateMethod> Known { get; } =
    [
        new("ContinueWith", IsDefault: true, [Tasks + "Task", Tasks + "Task`1"], "ContinueWith") { HandedArgument = 0, KeepsState = true },
        new("GetOrAdd", IsDefault: true, [Dictionary], "GetOrAdd") { HandedArgument = 1, HasTypedState = true },
        new("AddOrUpdate", IsDefault: true, [Dictionary], "AddOrUpdate") { Which = "with two delegates", HandedArgument = 1, HasTypedState = true },
        new("Register", IsDefault: true, [Threading + "CancellationToken"], "Register", "UnsafeRegister"),
        new("QueueUserWorkItem", IsDefault: true, [Threading + "ThreadPool"], "QueueUserWorkItem", "UnsafeQueueUserWorkItem")
        {
            PassesNull = true,
            HasTypedState = true,

            // False means the queue of all threads. The overload without a state always uses that queue.
            Counterpart = new Counterpart { Tail = [new Int32Argument("System.Boolean", 0)] },
        },
        new("StartNew", IsDefault: false, [Tasks + "TaskFactory", Tasks + "TaskFactory`1"], "StartNew") { KeepsState = true },
        new("Run", IsDefault: false, [Tasks + "Task"], "Run")
        {
            Which = "of a delegate that returns no task",
            KeepsState = true,
            Unwraps = true,
            Counterpart = new Counterpart
            {
                Receiver = new StaticProperty(Tasks + "Task", "Factory", Tasks + "TaskFactory"),
                Name = "StartNew",
                Tail =
                [
                    new StaticProperty(Threading + "CancellationToken", "None", Threading + "CancellationToken"),
                    new Int32Argument(Tasks + "TaskCreationOptions", (int)TaskCreationOptions.DenyChildAttach),
                    new StaticProperty(Tasks + "TaskScheduler", "Default", Tasks + "TaskScheduler"),
                ],
            },
        },
    ];

    // Must be declared after Known, because it is made from Known. The weaver asks about every method that code refers to, and this set quickly excludes most of them by name.
    private static readonly HashSet<string> s_names = [.. Known.SelectMany(method => method.Names)];
}
