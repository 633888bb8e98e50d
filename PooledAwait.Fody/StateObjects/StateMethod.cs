using Mono.Cecil;
using PooledAwait.Fody.Libraries;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.StateObjects;

/// <summary>
/// One of the base library's methods that calls a delegate and, in another overload, passes it a state. The overloads are found by their parameters
/// (<see cref="StateOverload"/>), which are delegates that <see cref="DelegateShape"/> knows. docs/architecture.md tells how to add one.
/// </summary>
/// <param name="Option">What users call it.</param>
/// <param name="Types">Where it is declared.</param>
/// <param name="Names">Its names.</param>
internal sealed record StateMethod(PooledStateObjects Option, string[] Types, params string[] Names)
{
    private const string Threading = "System.Threading.";
    private const string Tasks = "System.Threading.Tasks.";

    /// <summary>The argument that the delegate gets back as its first parameter; null where there is none.</summary>
    public int? HandedArgument { get; private init; }

    /// <summary>The result keeps its state reachable when the delegate has run, and shows it in <c>AsyncState</c>.</summary>
    public bool KeepsState { get; private init; }

    /// <summary>The delegate's result is no result when it is a task: the method waits for it, and no overload with a state does.</summary>
    public bool Unwraps { get; private init; }

    /// <summary>The delegate has a parameter for a state, which is null where the call gives none.</summary>
    public bool PassesNull { get; private init; }

    /// <summary>The overload with a state has a type parameter for it, so that it need be no object.</summary>
    public bool HasTypedState { get; private init; }

    /// <summary>What the overload with a state is called on and takes besides, where that is more than the same and the state.</summary>
    public Counterpart Counterpart { get; private init; } = new();

    /// <summary>What the program's own method does with its delegates; null for the base library's.</summary>
    public InvokingMethod? Own { get; private init; }

    /// <summary>A method of the program's own, which gets a second one that takes a state.</summary>
    public static StateMethod Of(InvokingMethod own) => new(PooledStateObjects.OwnMethods, [])
    {
        Own = own,
        HasTypedState = true,
        Counterpart = new Counterpart { Name = InvokingTwins.NameOf(own.Method) },
    };

    /// <summary>The known one that a call is of; null for any other method, and for its overloads that take no delegate.</summary>
    public static StateMethod? Of(MethodReference called) => s_names.Contains(called.Name) ? Find(called) : null;

    private static StateMethod? Find(MethodReference called) =>
        Known.FirstOrDefault(method => method.Names.Contains(called.Name) && method.Types.Contains(called.DeclaringType.GetElementType().FullName)) is { } found &&
        BaseLibrary.Has(called.DeclaringType.GetElementType()) &&
        called.GetElementMethod().Parameters.Any(parameter => DelegateShape.Of(parameter.ParameterType) != null)
            ? found
            : null;

    /// <summary>All that are known.</summary>
    public static IReadOnlyList<StateMethod> Known { get; } =
    [
        new(PooledStateObjects.ContinueWith, [Tasks + "Task", Tasks + "Task`1"], "ContinueWith") { HandedArgument = 0, KeepsState = true },
        new(PooledStateObjects.GetOrAdd, ["System.Collections.Concurrent.ConcurrentDictionary`2"], "GetOrAdd") { HandedArgument = 1, HasTypedState = true },
        new(PooledStateObjects.AddOrUpdate, ["System.Collections.Concurrent.ConcurrentDictionary`2"], "AddOrUpdate") { HandedArgument = 1, HasTypedState = true },
        new(PooledStateObjects.Register, [Threading + "CancellationToken"], "Register", "UnsafeRegister"),
        new(PooledStateObjects.QueueUserWorkItem, [Threading + "ThreadPool"], "QueueUserWorkItem", "UnsafeQueueUserWorkItem")
        {
            PassesNull = true,
            HasTypedState = true,

            // To the queue of all threads, as the overload without state does.
            Counterpart = new Counterpart { Tail = [new Int32Argument("System.Boolean", 0)] },
        },
        new(PooledStateObjects.StartNew, [Tasks + "TaskFactory", Tasks + "TaskFactory`1"], "StartNew") { KeepsState = true },
        new(PooledStateObjects.Run, [Tasks + "Task"], "Run")
        {
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

    // Behind what it is made of. Asked about every method that code names: most are ruled out by their names.
    private static readonly HashSet<string> s_names = [.. Known.SelectMany(method => method.Names)];
}
