using System;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Threading;
using System.Threading.Tasks;

namespace Trimmed;

/// <summary>
/// Passes delegates to every method that can also take a state. Methods of this class require something of their callers, suppress warnings, or do neither.
/// </summary>
public class States
{
    private readonly ConcurrentDictionary<string, int> _all = new();

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public void Required(CancellationToken token, string name, int number)
    {
        _all.GetOrAdd(name, key => Reflecting.Told(key + number));
        _all.GetOrAdd(name, key => Reflecting.Told(this));
        _all.AddOrUpdate(name, key => Reflecting.Told(key), (key, old) => Reflecting.Told(key + name));
        token.Register(() => Reflecting.Told(name));
        ThreadPool.QueueUserWorkItem(_ => Reflecting.Told(name));
        ThreadPool.QueueUserWorkItem(_ => Reflecting.Told(name + number));
        Task.Factory.StartNew(() => Reflecting.Told(name));
        Task.Run(() => Reflecting.Told(name));
        Task.Run(() => Reflecting.Told(this));
        Own(() => Reflecting.Told(name + number));
        Own(() => Reflecting.Told(this));
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    public async Task Suppressed(CancellationToken token, string name, int number)
    {
        _all.GetOrAdd(name, key => Reflecting.Told(key + number));
        _all.AddOrUpdate(name, key => Reflecting.Told(key), (key, old) => Reflecting.Told(key + name));
        token.Register(() => Reflecting.Told(name));
        ThreadPool.QueueUserWorkItem(_ => Reflecting.Told(name));
        await Task.Factory.StartNew(() => Reflecting.Told(name));
        await Task.Run(() => Reflecting.Told(name));
        await Task.Run(() => Reflecting.Told(this));
        Suppressed(name);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private void Suppressed(string name)
    {
        Own(() => Reflecting.Told(name));
        Own(() => Reflecting.Told(this));
    }

    public void Uncovered(CancellationToken token, string name, int number)
    {
        _all.GetOrAdd(name, key => Reflecting.Told(key + number));
        _all.AddOrUpdate(name, key => Reflecting.Told(key), (key, old) => Reflecting.Told(key + name));
        token.Register(() => Reflecting.Told(name));
        Task.Run(() => Reflecting.Told(name));
        Own(() => Reflecting.Told(name + number));
    }

    public object? FollowedByOwn([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type) =>
        Own(() => Activator.CreateInstance(type) == null ? 0 : 1);

    public object? Followed([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type, ConcurrentDictionary<string, object?> made) =>
        made.GetOrAdd("key", _ => Activator.CreateInstance(type));

    public int FollowedKey([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] Type type, ConcurrentDictionary<Type, int> made) =>
        made.GetOrAdd(type, _ => Reflecting.Methods(type));

    [UnconditionalSuppressMessage("Trimming", "IL2111")]
    public int Annotated(Type type, ConcurrentDictionary<Type, int> made) => made.GetOrAdd(type, Count) + made.AddOrUpdate(type, Count, (_, old) => old + _all.Count);

    private int Count([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] Type type) => Reflecting.Methods(type);

    private static int Own(Func<int> function) => function();
}
