using System.Reflection;

namespace Tests.WhenAny;

/// <summary>Calls the WhenAny methods of any build of PooledAwait.Runtime, as woven code does.</summary>
public sealed class Entrances(Assembly runtime)
{
    public Func<Task, Task, Task, Task<Task>> Three { get; } = Bind<Func<Task, Task, Task, Task<Task>>>(runtime, "SpecializedWhenAny");

    public Func<Task, Task, Task, Task, Task<Task>> Four { get; } = Bind<Func<Task, Task, Task, Task, Task<Task>>>(runtime, "SpecializedWhenAny");

    public Func<Task[], Task<Task>> Array { get; } = Bind<Func<Task[], Task<Task>>>(runtime, "SpecializedWhenAny");

    public Func<Task, Task, ValueTask<Task>> AwaitedTwo { get; } = Bind<Func<Task, Task, ValueTask<Task>>>(runtime, "AwaitedWhenAny");

    public Func<Task, Task, Task, ValueTask<Task>> AwaitedThree { get; } =
        Bind<Func<Task, Task, Task, ValueTask<Task>>>(runtime, "AwaitedWhenAny");

    public Func<Task[], ValueTask<Task>> AwaitedArray { get; } = Bind<Func<Task[], ValueTask<Task>>>(runtime, "AwaitedWhenAny");

    private static T Bind<T>(Assembly runtime, string type)
        where T : Delegate =>
        runtime.GetType($"PooledAwait.Runtime.{type}", throwOnError: true)!
            .GetMethod("WhenAny", [.. typeof(T).GetGenericArguments()[..^1]])!
            .CreateDelegate<T>();
}
