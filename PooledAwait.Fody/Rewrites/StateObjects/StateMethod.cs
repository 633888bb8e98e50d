using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// A method of the base library that takes a delegate, and can also pass a state to the delegate. To pass a state, a changed call uses another overload, or
/// passes the state in place of null. <see cref="StateOverload"/> recognises the overloads by the types of their delegate parameters
/// (<see cref="DelegateShape"/>). docs/contributing.md describes how to add a method.
/// </summary>
/// <param name="Value">
/// The value with which users select this method in the option StateObjects. A command of the repository generates the option's enumeration from these values.
/// </param>
/// <param name="IsDefault">
/// Whether the weaver changes calls of the method by default. It does so if the program can observe no effect of the change except other stack frames.
/// ContinueWith is an exception: the program can observe this change, but version 1.0 of the weaver already made it by default.
/// </param>
/// <param name="Types">The types that declare the method.</param>
/// <param name="Names">The names of the method and its variants.</param>
internal sealed record StateMethod(string Value, bool IsDefault, string[] Types, params string[] Names)
{
    private const string Threading = "System.Threading.";
    private const string Tasks = "System.Threading.Tasks.";
    private const string Dictionary = "System.Collections.Concurrent.ConcurrentDictionary`2";

    /// <summary>
    /// The member of the option's enumeration with the name <see cref="Value"/>; <c>None</c> if this member has not been generated yet. The weaver ignores a
    /// method with <c>None</c>.
    /// </summary>
    public PooledStateObjects Option { get; } = Enum.TryParse(Value, out PooledStateObjects option) ? option : PooledStateObjects.None;

    /// <summary>For the documentation: a description of the calls that can be changed; null if all calls that pass a delegate can be changed.</summary>
    public string? Which { get; private init; }

    /// <summary>The index of the call's argument that the delegate gets as its first parameter; null if there is no such argument.</summary>
    public int? HandedArgument { get; private init; }

    /// <summary>Whether the call's result keeps the state reachable after the delegate has run, and exposes the state in <c>AsyncState</c>.</summary>
    public bool KeepsState { get; private init; }

    /// <summary>
    /// Whether the method waits for the delegate's task, if the delegate returns a task. The overloads with a state do not wait for the delegate's task, but
    /// return it as the result.
    /// </summary>
    public bool Unwraps { get; private init; }

    /// <summary>Whether the delegate always has a parameter for a state. If the call passes no state, this parameter is null.</summary>
    public bool PassesNull { get; private init; }

    /// <summary>Whether the state's type is a type parameter of the overload, so that the state may be a value of any type.</summary>
    public bool HasTypedState { get; private init; }

    /// <summary>The differences between the overload with a state and the overload without a state, apart from the state itself.</summary>
    public Counterpart Counterpart { get; private init; } = new();

    /// <summary>The module's own method that only calls its delegates; null for a method of the base library.</summary>
    public InvokingMethod? Own { get; private init; }

    /// <summary>Returns the entry for one of the module's own methods. That method gets a second method that takes a state.</summary>
    public static StateMethod Of(InvokingMethod own) => OwnMethods with
    {
        Own = own,
        Counterpart = new Counterpart { Name = InvokingTwins.NameOf(own.Method) },
    };

    /// <summary>Finds the entry for a called method; null if there is no entry, or if the called overload takes no delegate.</summary>
    public static StateMethod? Of(MethodReference called) => s_names.Contains(called.Name) ? Find(called) : null;

    private static StateMethod? Find(MethodReference called) =>
        Known.FirstOrDefault(method => method.Option != PooledStateObjects.None && method.Names.Contains(called.Name) && method.Types.Contains(called.DeclaringType.GetElementType().FullName)) is { } found &&
        BaseLibrary.Has(called.DeclaringType.GetElementType()) &&
        called.GetElementMethod().Parameters.Any(parameter => DelegateShape.Of(parameter.ParameterType) != null)
            ? found
            : null;

    /// <summary>The common part of the entries for the module's own methods. It contains no method names.</summary>
    public static StateMethod OwnMethods { get; } = new("OwnMethods", IsDefault: true, []) { HasTypedState = true };

    /// <summary>The entries for all methods of the base library that the rewrite recognises.</summary>
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

            // False selects the queue that all threads share. The overload without a state always uses this queue.
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

    // This field must be declared after Known, because its value is made from Known. The weaver looks up every method to which code refers. This set of names
    // quickly excludes most of those methods.
    private static readonly HashSet<string> s_names = [.. Known.SelectMany(method => method.Names)];
}
