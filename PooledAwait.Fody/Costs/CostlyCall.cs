using Mono.Cecil;
using PooledAwait.Fody.Libraries;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Costs;

/// <summary>A method or constructor of the base library that makes objects for asynchronous code at each call, and how many bytes these take on 64-bit .NET 10.</summary>
/// <param name="Type">The full name of its type.</param>
/// <param name="Member">Its name.</param>
/// <param name="Parameters">The names of its parameters' types, with commas between them; null if every overload makes the same.</param>
/// <param name="Kind">What it does.</param>
/// <param name="Least">The bytes if everything that can be used again is used again: the tokens' sources live on, and registrations are disposed of.</param>
/// <param name="Most">The bytes if nothing is: nobody has registered with the tokens' sources before.</param>
internal sealed record CostlyCall(string Type, string Member, string? Parameters, CostKind Kind, int Least, int Most)
{
    public const string Constructor = ".ctor";

    private const string Sources = "System.Threading.CancellationTokenSource";
    private const string Tokens = "System.Threading.CancellationToken";
    private const string Tasks = "System.Threading.Tasks.Task";
    private const string Completions = "System.Threading.Tasks.TaskCompletionSource";

    /// <summary>An awaited call of another assembly's virtual method that an async method overrides. The override completes at once, or makes a task.</summary>
    public static CostlyCall Override { get; } = new("", "", null, CostKind.Override, 0, BytesSaved.OneTask);

    /// <summary>The calls that are known by their names. A test measures each.</summary>
    public static IReadOnlyList<CostlyCall> Known { get; } =
    [
        new(Sources, "CreateLinkedTokenSource", "CancellationToken", CostKind.LinkedSource, 64, 208),
        new(Sources, "CreateLinkedTokenSource", "CancellationToken, CancellationToken", CostKind.LinkedSource, 80, 368),
        new(Sources, "CreateLinkedTokenSource", "CancellationToken[]", CostKind.LinkedSource, 80, 368),
        new(Sources, "CreateLinkedTokenSource", "ReadOnlySpan`1", CostKind.LinkedSource, 80, 368),
        new(Sources, Constructor, "", CostKind.Source, 48, 48),
        new(Sources, Constructor, "Int32", CostKind.Timeout, 144, 144),
        new(Sources, Constructor, "TimeSpan", CostKind.Timeout, 144, 144),
        new(Sources, Constructor, "TimeSpan, TimeProvider", CostKind.Timeout, 144, 144),
        new(Sources, "CancelAfter", null, CostKind.Timeout, 0, 96),
        new(Tokens, "Register", null, CostKind.Registration, 0, 144),
        new(Tokens, "UnsafeRegister", null, CostKind.Registration, 0, 144),
        new("System.Threading.Timer", Constructor, null, CostKind.Timer, 144, 144),
        new("System.Threading.PeriodicTimer", Constructor, null, CostKind.Timer, 224, 224),
        new("System.TimeProvider", "CreateTimer", null, CostKind.Timer, 120, 120),
        new(Tasks, "Delay", "Int32", CostKind.Delay, 168, 168),
        new(Tasks, "Delay", "TimeSpan", CostKind.Delay, 168, 168),
        new(Tasks, "Delay", "TimeSpan, TimeProvider", CostKind.Delay, 168, 168),
        new(Tasks, "Delay", "Int32, CancellationToken", CostKind.Delay, 184, 328),
        new(Tasks, "Delay", "TimeSpan, CancellationToken", CostKind.Delay, 184, 328),
        new(Tasks, "Delay", "TimeSpan, TimeProvider, CancellationToken", CostKind.Delay, 184, 328),
        new(Tasks, "WaitAsync", "CancellationToken", CostKind.Wait, 104, 248),
        new(Tasks, "WaitAsync", "TimeSpan", CostKind.Wait, 200, 200),
        new(Tasks, "WaitAsync", "TimeSpan, TimeProvider", CostKind.Wait, 200, 200),
        new(Tasks, "WaitAsync", "TimeSpan, CancellationToken", CostKind.Wait, 200, 344),
        new(Tasks, "WaitAsync", "TimeSpan, TimeProvider, CancellationToken", CostKind.Wait, 200, 344),
        new(Completions, Constructor, null, CostKind.CompletionSource, 88, 88),
        new(Completions + "`1", Constructor, null, CostKind.CompletionSource, 96, 96),
    ];

    /// <summary>What is known about a method; null if nothing is.</summary>
    public static CostlyCall? Of(MethodReference method)
    {
        var type = method.DeclaringType.GetElementType();
        if (!BaseLibrary.Has(type))
        {
            return null;
        }

        return Known.FirstOrDefault(call =>
            call.Member == method.Name &&
            (call.Type == type.FullName || call.Kind == CostKind.Wait && type.FullName == Tasks + "`1") &&
            (call.Parameters == null || call.Parameters == string.Join(", ", method.Parameters.Select(parameter => parameter.ParameterType.Name))));
    }
}
