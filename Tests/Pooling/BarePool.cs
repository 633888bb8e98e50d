using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Tests.Builders.Conformance;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>A pool without async methods. The test takes and puts its own objects in place of boxes.</summary>
public sealed class BarePool
{
    private const string TrimInterval = "PooledAwait.TrimIntervalSeconds";

    /// <summary>The size of a box in bytes that the tests pass to the pool.</summary>
    public const int BytesOfBox = 100;

    private readonly Assembly _runtime;
    private readonly object _depot;
    private readonly bool _ofPlugIn;

    /// <param name="runtime">The build of PooledAwait.Runtime that the pool belongs to.</param>
    /// <param name="user">The type that the pool reports as the owner of its boxes.</param>
    /// <param name="ofPlugIn">Whether the user's type may be unloaded.</param>
    public BarePool(Assembly runtime, Type user, bool ofPlugIn = false)
    {
        _ofPlugIn = ofPlugIn;
        _runtime = runtime;
        _depot = Type("Depot").GetMethod("Create")!.Invoke(null, [user, BytesOfBox, !ofPlugIn])!;
    }

    /// <summary>Loads a separate PooledAwait.Runtime, with its own bound for boxes.</summary>
    /// <param name="withChecks">Whether to load the debug build, which notices if a box is returned twice or rented twice.</param>
    /// <param name="bound">The number of idle boxes that threads may share.</param>
    /// <param name="trimIntervalSeconds">
    /// The minimum number of seconds between two trims that garbage collections cause. If null, the runtime uses the setting of the tests' process.
    /// </param>
    public static Assembly LoadRuntime(bool withChecks, int bound, int? trimIntervalSeconds = null)
    {
        var context = new AssemblyLoadContext("a bare pool");
        var runtime = withChecks
            ? context.LoadFromStream(new MemoryStream(Compiler.Runtime("net10.0", optimised: false)))
            : context.LoadFromAssemblyPath(References.Runtime("net10.0"));
        Configure(runtime, bound, trimIntervalSeconds);
        return runtime;
    }

    /// <summary>Sets a runtime's limits, and makes the runtime read them. A runtime reads its limits only once.</summary>
    /// <param name="runtime">A runtime that has not been used yet.</param>
    /// <param name="bound">The number of idle boxes that threads may share.</param>
    /// <param name="trimIntervalSeconds">
    /// The minimum number of seconds between two trims that garbage collections cause. If null, the runtime uses the setting of the tests' process.
    /// </param>
    public static void Configure(Assembly runtime, int bound, int? trimIntervalSeconds = null)
    {
        var configuredInterval = AppContext.GetData(TrimInterval);
        AppContext.SetData("PooledAwait.MaximumBoxesPerType", bound);
        AppContext.SetData(TrimInterval, trimIntervalSeconds ?? configuredInterval);
        RuntimeHelpers.RunClassConstructor(runtime.GetType("PooledAwait.Runtime.PoolLimits", throwOnError: true)!.TypeHandle);
        AppContext.SetData("PooledAwait.MaximumBoxesPerType", null);
        AppContext.SetData(TrimInterval, configuredInterval);
    }

    /// <summary>Creates the pool's part for a new thread. The test then uses this part as that thread would.</summary>
    public Cache CreateCache() => In(CreateSlots());

    /// <summary>
    /// Creates a thread's slots, one for each pool of the runtime except pools of plug-ins. If this pool is a plug-in's, the slots serve only this pool.
    /// </summary>
    public object CreateSlots() => Activator.CreateInstance(Type("ThreadSlots"), [_ofPlugIn ? _depot : null])!;

    /// <summary>Returns this pool's part for the thread that has these slots.</summary>
    public Cache In(object slots) => (Cache)Activator.CreateInstance(typeof(Cache<>).MakeGenericType(Type("Depot")), slots, _depot)!;

    /// <summary>Trims all pools of the runtime.</summary>
    public void Trim(bool everything) => Trimmer()(everything);

    /// <summary>Returns a delegate that trims. A test that measures bytes uses this delegate, because calling it allocates nothing.</summary>
    public Action<bool> Trimmer() => Type("PoolTrimmer").GetMethod("Trim")!.CreateDelegate<Action<bool>>();

    /// <summary>Reads the pool's counters.</summary>
    public BoxCounts Read()
    {
        var counts = Type("Depot").GetMethod("ReadCounts")!.Invoke(_depot, null)!;
        return new(Count("Rented"), Count("Returned"), Count("Created"), Count("Dropped"), Count("Trimmed"));

        long Count(string name) => (long)counts.GetType().GetProperty(name)!.GetValue(counts)!;
    }

    private Type Type(string name) => _runtime.GetType($"PooledAwait.Runtime.{name}", throwOnError: true)!;

    /// <summary>The part of the pool that belongs to one thread.</summary>
    public abstract class Cache(object slots)
    {
        /// <summary>The thread's slots for all pools.</summary>
        public object Slots => slots;

        public abstract object? Take();

        public abstract void Put(object box);
    }

    /// <param name="slots">The thread's slots.</param>
    /// <param name="depot">The pool's depot, which all threads share.</param>
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
