using PooledAwait.Runtime;

namespace Tests.WhenAny;

/// <summary>One of the ways in which woven code calls WhenAny.</summary>
/// <param name="Name">The name of the called method.</param>
/// <param name="Fewest">The smallest number of tasks that the method takes.</param>
/// <param name="Call">Calls the method that woven code calls.</param>
/// <param name="BaseLibrary">Calls the base library's method that the called method replaces.</param>
public sealed record Form(string Name, int Fewest, Func<Task<int>[], Started> Call, Func<Task<int>[], Started> BaseLibrary)
{
    public static readonly IReadOnlyList<Form> All =
    [
        new("task of arguments", 3, OfArguments, ByBaseLibrary),
        new("task of generic arguments", 3, OfGenericArguments, GenericByBaseLibrary),
        new("task of array", 2, t => Started.Of(SpecializedWhenAny.WhenAny((Task[])t)), ByBaseLibrary),
        new("task of generic array", 2, t => Started.Of(SpecializedWhenAny.WhenAny(t)), GenericByBaseLibrary),
        new("task of span", 2, t => Started.Of(SpecializedWhenAny.WhenAny(AsSpan(t))), ByBaseLibrary),
        new("task of generic span", 2, t => Started.Of(SpecializedWhenAny.WhenAny((ReadOnlySpan<Task<int>>)t)), GenericByBaseLibrary),
        new("awaited arguments", 2, AwaitedOfArguments, ByBaseLibrary),
        new("awaited generic arguments", 2, AwaitedOfGenericArguments, GenericByBaseLibrary),
        new("awaited array", 2, t => Started.Of(AwaitedWhenAny.WhenAny((Task[])t)), ByBaseLibrary),
        new("awaited generic array", 2, t => Started.Of(AwaitedWhenAny.WhenAny(t)), GenericByBaseLibrary),
        new("awaited span", 2, t => Started.Of(AwaitedWhenAny.WhenAny(AsSpan(t))), ByBaseLibrary),
        new("awaited generic span", 2, t => Started.Of(AwaitedWhenAny.WhenAny((ReadOnlySpan<Task<int>>)t)), GenericByBaseLibrary),
    ];

    /// <summary>Each form with each number of tasks for which PooledAwait.Runtime has its own code.</summary>
    public static IEnumerable<object[]> Cases =>
        from form in All
        from slots in Enumerable.Range(form.Fewest, 5 - form.Fewest)
        select new object[] { form, slots };

    public override string ToString() => Name;

    private static ReadOnlySpan<Task> AsSpan(Task<int>[] tasks) => new(tasks);

    private static Started ByBaseLibrary(Task<int>[] tasks) => Started.Of(Task.WhenAny((Task[])tasks));

    private static Started GenericByBaseLibrary(Task<int>[] tasks) => Started.Of(Task.WhenAny(tasks));

    private static Started OfArguments(Task<int>[] tasks) => tasks.Length switch
    {
        3 => Started.Of(SpecializedWhenAny.WhenAny((Task)tasks[0], tasks[1], tasks[2])),
        _ => Started.Of(SpecializedWhenAny.WhenAny((Task)tasks[0], tasks[1], tasks[2], tasks[3])),
    };

    private static Started OfGenericArguments(Task<int>[] tasks) => tasks.Length switch
    {
        3 => Started.Of(SpecializedWhenAny.WhenAny(tasks[0], tasks[1], tasks[2])),
        _ => Started.Of(SpecializedWhenAny.WhenAny(tasks[0], tasks[1], tasks[2], tasks[3])),
    };

    private static Started AwaitedOfArguments(Task<int>[] tasks) => tasks.Length switch
    {
        2 => Started.Of(AwaitedWhenAny.WhenAny((Task)tasks[0], tasks[1])),
        3 => Started.Of(AwaitedWhenAny.WhenAny((Task)tasks[0], tasks[1], tasks[2])),
        _ => Started.Of(AwaitedWhenAny.WhenAny((Task)tasks[0], tasks[1], tasks[2], tasks[3])),
    };

    private static Started AwaitedOfGenericArguments(Task<int>[] tasks) => tasks.Length switch
    {
        2 => Started.Of(AwaitedWhenAny.WhenAny(tasks[0], tasks[1])),
        3 => Started.Of(AwaitedWhenAny.WhenAny(tasks[0], tasks[1], tasks[2])),
        _ => Started.Of(AwaitedWhenAny.WhenAny(tasks[0], tasks[1], tasks[2], tasks[3])),
    };
}
