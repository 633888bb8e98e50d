using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Tests.Builders.Conformance;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>A pool as the boxes use it, with nothing around it. The test puts its own objects into it.</summary>
public sealed class BarePool
{
    private const string TrimInterval = "PooledAwait.TrimIntervalSeconds";

    /// <summary>How many bytes a box takes, according to what the pool is given.</summary>
    public const int BytesOfBox = 100;

    private readonly Assembly _runtime;
    private readonly object _depot;
    private readonly bool _ofPlugIn;

    /// <param name="runtime">The build of PooledAwait.Runtime whose pool it is.</param>
    /// <param name="user">The type whose boxes the pool says it has.</param>
    /// <param name="ofPlugIn">Whether that type may be unloaded.</param>
    public BarePool(Assembly runtime, Type user, bool ofPlugIn = false)
    {
        _ofPlugIn = ofPlugIn;
        _runtime = runtime;
        _depot = Type("Depot").GetMethod("Create")!.Invoke(null, [user, BytesOfBox, !ofPlugIn])!;
    }

    /// <summary>Loads a separate runtime, which has its own bound.</summary>
    /// <param name="withChecks">Whether it is the debug build, which notices a box that is put back or taken twice.</param>
    /// <param name="bound">How many idle boxes threads share.</param>
    /// <param name="trimIntervalSeconds">How long collections do not trim again; null for the configuration of the tests, which has no such time.</param>
    public static Assembly LoadRuntime(bool withChecks, int bound, int? trimIntervalSeconds = null)
    {
        var context = new AssemblyLoadContext("a bare pool");
        var runtime = withChecks
            ? context.LoadFromStream(new MemoryStream(Compiler.Runtime("net10.0", optimised: false)))
            : context.LoadFromAssemblyPath(References.Runtime("net10.0"));
        Configure(runtime, bound, trimIntervalSeconds);
        return runtime;
    }

    /// <summary>Makes a runtime read its limits, which it does only once.</summary>
    /// <param name="runtime">A runtime of which nothing was used yet.</param>
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

    /// <summary>Creates the idle boxes of a thread. The caller plays the thread.</summary>
    public Cache CreateCache() => In(CreateSlots());

    /// <summary>Creates a thread's slots, for this pool and every other pool of that runtime that is not a plug-in's.</summary>
    public object CreateSlots() => Activator.CreateInstance(Type("ThreadSlots"), [_ofPlugIn ? _depot : null])!;

    /// <summary>Returns the idle boxes of the thread that has these slots.</summary>
    public Cache In(object slots) => (Cache)Activator.CreateInstance(typeof(Cache<>).MakeGenericType(Type("Depot")), slots, _depot)!;

    /// <summary>Trims this pool, and every other of that runtime.</summary>
    public void Trim(bool everything) => Trimmer()(everything);

    /// <summary>Returns a delegate that trims, so that a test can call it without any allocation of its own.</summary>
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
    public abstract class Cache(object slots)
    {
        /// <summary>The thread's slots for all pools.</summary>
        public object Slots => slots;

        public abstract object? Take();

        public abstract void Put(object box);
    }

    /// <param name="slots">The thread's slots.</param>
    /// <param name="depot">The pool's depot.</param>
    private sealed class Cache<TDepot>(object slots, TDepot depot) : Cache(slots)
        where TDepot : class
    {
        private readonly Func<int, TDepot, object?> _take = slots.GetType().GetMethod("Take")!.CreateDelegate<Func<int, TDepot, object?>>(slots);
        private readonly Action<int, TDepot, object> _put = slots.GetType().GetMethod("Put")!.CreateDelegate<Action<int, TDepot, object>>(slots);
        private readonly int _number = Math.Max((int)depot.GetType().GetProperty("Number")!.GetValue(depot)!, 0);

        public override object? Take() => _take(_number, depot);

        public override void Put(object box) => _put(_number, depot, box);
    }
}
