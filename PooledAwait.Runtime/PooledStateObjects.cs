// Written from StateMethod.Known by: dotnet run -c Release --project Tests -- options
#if WEAVER
namespace PooledAwait.Fody.Options;
#else
namespace PooledAwait;
#endif

/// <summary>
/// The methods that can pass a state to a delegate: the base library's, and the assembly's own. The weaver passes what a lambda captures as that state, so that the lambda captures nothing.
/// The idea comes from <i>TPL Performance Improvements in .NET 4.5</i> (Joseph Hoag, Microsoft), "Encode closure information into a Task's state object".
/// </summary>
[Flags]
public enum PooledStateObjects
{
    /// <summary>None: every lambda keeps its delegate and its closure.</summary>
    None = 0,

    /// <summary><c>Task.ContinueWith</c>; its task keeps its state and exposes it in <c>AsyncState</c>.</summary>
    ContinueWith = 1,

    /// <summary><c>ConcurrentDictionary.GetOrAdd</c>.</summary>
    GetOrAdd = 2,

    /// <summary><c>ConcurrentDictionary.AddOrUpdate</c> with two delegates.</summary>
    AddOrUpdate = 4,

    /// <summary><c>CancellationToken.Register</c> and <c>UnsafeRegister</c>.</summary>
    Register = 8,

    /// <summary><c>ThreadPool.QueueUserWorkItem</c> and <c>UnsafeQueueUserWorkItem</c>.</summary>
    QueueUserWorkItem = 16,

    /// <summary><c>TaskFactory.StartNew</c>; its task keeps its state and exposes it in <c>AsyncState</c>.</summary>
    StartNew = 32,

    /// <summary><c>Task.Run</c> of a delegate that returns no task; its task keeps its state and exposes it in <c>AsyncState</c>.</summary>
    Run = 64,

    /// <summary>The assembly's own methods that do nothing with a delegate but call it.</summary>
    OwnMethods = 128,

    /// <summary>All of them.</summary>
    All = ContinueWith | GetOrAdd | AddOrUpdate | Register | QueueUserWorkItem | StartNew | Run | OwnMethods,
}

internal static class DefaultStateObjects
{
    /// <summary>The methods that are changed unless the user says otherwise.</summary>
    public const PooledStateObjects Value =
        PooledStateObjects.ContinueWith |
        PooledStateObjects.GetOrAdd |
        PooledStateObjects.AddOrUpdate |
        PooledStateObjects.Register |
        PooledStateObjects.QueueUserWorkItem |
        PooledStateObjects.OwnMethods;
}
