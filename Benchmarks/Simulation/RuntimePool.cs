using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.Loader;

namespace Benchmarks.Simulation;

/// <summary>
/// A pool of the library as shipped. It has a shared depot. For each core, it has slots, which are the part of a pool that belongs to one thread. Each object
/// of this class loads its own copy of the library.
/// </summary>
/// <remarks>Slots do not check which thread calls them. So one thread can act for all cores, one after the other.</remarks>
internal sealed class RuntimePool
{
    private const BindingFlags Instance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
    private const string TrimInterval = "PooledAwait.TrimIntervalSeconds";

    /// <summary>Prevents trims, because trims would follow the real clock, not the simulated clock.</summary>
    private const int NeverSeconds = 1_000_000;

    private readonly object _depot;
    private readonly List<object> _slots = [];
    private readonly Func<int> _boxes;
    private readonly Func<long> _counted;
    private readonly Func<long> _dropped;
    private readonly Func<long> _bytes;

    public RuntimePool(int cores)
    {
        var runtime = new AssemblyLoadContext("a pool to simulate").LoadFromAssemblyPath(Assembly.Load("PooledAwait.Runtime").Location);
        _depot = Create(runtime);
        var number = (int)_depot.GetType().GetProperty("Number")!.GetValue(_depot)!;
        for (var core = 0; core < cores; core++)
        {
            _slots.Add(Activator.CreateInstance(Type(runtime, "ThreadSlots"), [null])!);
        }

        Take = _slots.ConvertAll(slots => Method<Func<object?>>(slots, "Take", Expression.Constant(number), Expression.Constant(_depot)));
        Put = _slots.ConvertAll(slots =>
        {
            var box = Expression.Parameter(typeof(object));
            return Method<Action<object>>(slots, "Put", [Expression.Constant(number), Expression.Constant(_depot), box], box);
        });
        _boxes = Field<int>(Expression.Constant(_depot), "_boxes");
        _counted = Field<long>(Expression.Constant(_depot), "_created");
        _dropped = Field<long>(Expression.Constant(_depot), "_dropped");
        _bytes = Expression.Lambda<Func<long>>(Expression.Property(null, Type(runtime, "PoolBytes"), "Sum")).Compile();
        MaximumInDepot = (int)Type(runtime, "PoolLimits").GetField("MaximumBoxesPerType")!.GetValue(null)!;
        BoxesOfMagazine = (int)Type(runtime, "Magazine").GetField("LargeCapacity")!.GetRawConstantValue()!;
    }

    /// <summary>One function for each core. The function takes an idle box from the pool, and returns null if the pool has none.</summary>
    public IReadOnlyList<Func<object?>> Take { get; }

    /// <summary>One action for each core. The action puts an idle box into the pool.</summary>
    public IReadOnlyList<Action<object>> Put { get; }

    /// <summary>The largest number of boxes that the depot keeps.</summary>
    public int MaximumInDepot { get; }

    public int BoxesOfMagazine { get; }

    /// <summary>
    /// The current content of the pool's shared memory. If the content differs after an operation, the operation has written to shared memory.
    /// </summary>
    public (int BoxesOfDepot, long Counted, long Dropped, long SumOfBytes) Shared => (_boxes(), _counted(), _dropped(), _bytes());

    /// <summary>The largest number of boxes that all cores together keep. Each core stands for a thread, which may keep a box and two magazines.</summary>
    public int MaximumOfCores => _slots.Count * (1 + 2 * BoxesOfMagazine);

    private static object Create(Assembly runtime)
    {
        const int BytesOfBox = 160;
        var configured = AppContext.GetData(TrimInterval);
        AppContext.SetData(TrimInterval, NeverSeconds);
        try
        {
            return Type(runtime, "Depot").GetMethod("Create")!.Invoke(null, [typeof(RuntimePool), BytesOfBox, true])!;
        }
        finally
        {
            AppContext.SetData(TrimInterval, configured);
        }
    }

    private static Type Type(Assembly runtime, string name) => runtime.GetType($"PooledAwait.Runtime.{name}", throwOnError: true)!;

    private static TDelegate Method<TDelegate>(object target, string name, params Expression[] arguments) =>
        Method<TDelegate>(target, name, arguments, []);

    private static TDelegate Method<TDelegate>(object target, string name, Expression[] arguments, params ParameterExpression[] parameters) =>
        Expression.Lambda<TDelegate>(Expression.Call(Expression.Constant(target), target.GetType().GetMethod(name, Instance)!, arguments), parameters).Compile();

    private static Func<T> Field<T>(Expression target, string name) => Expression.Lambda<Func<T>>(Expression.Field(target, name)).Compile();
}
