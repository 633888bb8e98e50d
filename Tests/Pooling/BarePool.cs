using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Tests.Builders.Conformance;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>A pool as the boxes use it, with nothing around it: what is put into it is the test's own.</summary>
public sealed class BarePool
{
    private const string TrimInterval = "PooledAwait.TrimIntervalSeconds";

    private readonly Assembly _runtime;
    private readonly object _depot;

    /// <param name="runtime">The build of PooledAwait.Runtime whose pool it is.</param>
    /// <param name="user">Whose boxes the pool says it has.</param>
    public BarePool(Assembly runtime, Type user)
    {
        _runtime = runtime;
        _depot = Type("Depot").GetMethod("Create")!.Invoke(null, [user])!;
    }

    /// <summary>Loads a runtime of its own, which has its own bound.</summary>
    /// <param name="withChecks">Whether it is the debug build, which notices a box that is put back or taken twice.</param>
    /// <param name="bound">How many idle boxes threads share.</param>
    /// <param name="trimIntervalSeconds">How long collections do not trim again; null for what the tests are configured with, which is none.</param>
    public static Assembly LoadRuntime(bool withChecks, int bound, int? trimIntervalSeconds = null)
    {
        var context = new AssemblyLoadContext("a bare pool");
        var runtime = withChecks
            ? context.LoadFromStream(new MemoryStream(Compiler.Runtime("net10.0", optimised: false)))
            : context.LoadFromAssemblyPath(References.Runtime("net10.0"));
        Configure(runtime, bound, trimIntervalSeconds);
        return runtime;
    }

    /// <summary>Has a runtime read its limits: it does so once.</summary>
    /// <param name="runtime">One of which nothing was used yet.</param>
    /// <param name="bound">How many idle boxes threads share.</param>
    /// <param name="trimIntervalSeconds">As above.</param>
    public static void Configure(Assembly runtime, int bound, int? trimIntervalSeconds = null)
    {
        var configuredInterval = AppContext.GetData(TrimInterval);
        AppContext.SetData("PooledAwait.MaximumBoxesPerType", bound);
        AppContext.SetData(TrimInterval, trimIntervalSeconds ?? configuredInterval);
        RuntimeHelpers.RunClassConstructor(runtime.GetType("PooledAwait.Runtime.PoolLimits", throwOnError: true)!.TypeHandle);
        AppContext.SetData("PooledAwait.MaximumBoxesPerType", null);
        AppContext.SetData(TrimInterval, configuredInterval);
    }

    /// <summary>The idle boxes of the thread that calls.</summary>
    public Cache CreateCache()
    {
        var type = Type("ThreadCache");
        var cache = Activator.CreateInstance(type, _depot)!;
        return new(type.GetMethod("Take")!.CreateDelegate<Func<object?>>(cache), type.GetMethod("Put")!.CreateDelegate<Action<object>>(cache));
    }

    /// <summary>Trims this pool, and every other of that runtime.</summary>
    public void Trim(bool everything) => Trimmer()(everything);

    /// <summary>What trims, to be called without any allocation of the test's own.</summary>
    public Action<bool> Trimmer() => Type("PoolTrimmer").GetMethod("Trim")!.CreateDelegate<Action<bool>>();

    /// <summary>What the pool has counted.</summary>
    public BoxCounts Read()
    {
        var counts = Type("Depot").GetMethod("ReadCounts")!.Invoke(_depot, null)!;
        return new(Count("Rented"), Count("Returned"), Count("Created"), Count("Dropped"), Count("Trimmed"));

        long Count(string name) => (long)counts.GetType().GetProperty(name)!.GetValue(counts)!;
    }

    private Type Type(string name) => _runtime.GetType($"PooledAwait.Runtime.{name}", throwOnError: true)!;

    /// <summary>One thread's side of the pool.</summary>
    public sealed record Cache(Func<object?> Take, Action<object> Put);
}
