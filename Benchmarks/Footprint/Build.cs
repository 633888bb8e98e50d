namespace Benchmarks.Footprint;

/// <summary>One build of the measured methods.</summary>
/// <param name="Name">The build's name.</param>
/// <param name="Methods">The class with the methods, as an open generic type.</param>
internal sealed record Build(string Name, Type Methods)
{
    private static readonly Type[] s_arguments =
        [typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(char), typeof(float)];

    /// <summary>Returns the methods of a set, each with its own state machine. Two sets have no method in common.</summary>
    /// <param name="set">The number of the set, below 10. Each measurement has its own set.</param>
    /// <param name="count">The number of methods; at most 1,000.</param>
    public List<Func<Task, ValueTask<int>>> Values(int set, int count) =>
        [.. Arguments(set).Take(count).Select(argument => Method<Func<Task, ValueTask<int>>>(argument, "ValueAsync"))];

    public Func<Task, Task<int>> OfTask(int set) => Method<Func<Task, Task<int>>>(Arguments(set).First(), "TaskAsync");

    public Action<Task> OfVoid(int set) => Method<Action<Task>>(Arguments(set).First(), "Void");

    private TDelegate Method<TDelegate>(Type argument, string name)
        where TDelegate : Delegate =>
        Methods.MakeGenericType(argument).GetMethod(name)!.CreateDelegate<TDelegate>();

    private static IEnumerable<Type> Arguments(int set) =>
        from first in s_arguments
        from second in s_arguments
        from third in s_arguments
        select typeof(ValueTuple<,,,>).MakeGenericType(first, second, third, s_arguments[set]);
}
