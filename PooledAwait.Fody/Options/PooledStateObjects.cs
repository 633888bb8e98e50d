namespace PooledAwait.Fody.Options;

/// <summary>The methods whose delegates may get a state object; the values are those of the attribute's enumeration.</summary>
[Flags]
internal enum PooledStateObjects
{
    None = 0,
    ContinueWith = 1,
    GetOrAdd = 2,
    AddOrUpdate = 4,
    Register = 8,
    QueueUserWorkItem = 16,
    StartNew = 32,
    Run = 64,
    OwnMethods = 128,
    All = ContinueWith | GetOrAdd | AddOrUpdate | Register | QueueUserWorkItem | StartNew | Run | OwnMethods,
}

internal static class PooledStateObjectsExtensions
{
    /// <summary>The methods whose change cannot be observed, and <c>ContinueWith</c>, which the weaver has always changed.</summary>
    public const PooledStateObjects Default =
        PooledStateObjects.ContinueWith | PooledStateObjects.GetOrAdd | PooledStateObjects.AddOrUpdate | PooledStateObjects.Register |
        PooledStateObjects.QueueUserWorkItem | PooledStateObjects.OwnMethods;

    public static PooledStateObjects With(this PooledStateObjects methods, PooledStateObjects method, bool isOn) => isOn ? methods | method : methods & ~method;
}
