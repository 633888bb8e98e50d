using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>
/// Finds what a call awaits through an awaiter whose type the program defines. No known field of the call refers to such an awaiter. But the awaiter has
/// registered a delegate that resumes the call's task, and the awaited task or pooled box refers to this delegate.
/// </summary>
internal static class AwaitedByAction
{
    /// <returns>A map. Each key is the task of a call that the runtime itself suspends. The value is the task or pooled box that the call awaits.</returns>
    public static IReadOnlyDictionary<ulong, ulong> In(CopiedObjects objects)
    {
        var awaited = new Dictionary<ulong, ulong>();
        foreach (var address in objects.Addresses)
        {
            switch (objects.TypeOf(address)!.Kind)
            {
                case ObjectKind.Task or ObjectKind.DefaultBox when Calls.IsIncomplete(objects, address):
                    var continuation = objects.Reference(address, "m_continuationObject");
                    Add(continuation, address);
                    foreach (var one in objects.Elements(continuation))
                    {
                        Add(one, address);
                    }

                    break;
                case ObjectKind.PooledBox:
                    Add(objects.Reference(address, "_completion._continuationState"), address);
                    break;
            }
        }

        return awaited;

        void Add(ulong continuation, ulong address)
        {
            var action = objects.Reference(continuation, "m_action") is > 0 and var inner ? inner : continuation;
            if (objects.TypeOf(action)?.Is("System.Delegate") == true && objects.Reference(action, "_target") is > 0 and var target && objects.TypeOf(target) is { } type && RuntimeAsyncTask.Is(type))
            {
                awaited.TryAdd(target, address);
            }
        }
    }
}
