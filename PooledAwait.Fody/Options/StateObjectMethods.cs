namespace PooledAwait.Fody.Options;

/// <summary>The methods whose delegates may get a state object; the values are those of the attribute's enumeration.</summary>
[Flags]
internal enum StateObjectMethods
{
    None = 0,
    ContinueWith = 1,
    GetOrAdd = 2,
    AddOrUpdate = 4,
    Register = 8,
    QueueUserWorkItem = 16,
    StartNew = 32,
    Run = 64,
    All = ContinueWith | GetOrAdd | AddOrUpdate | Register | QueueUserWorkItem | StartNew | Run,
}

internal static class StateObjectMethodsExtensions
{
    /// <summary>Nothing of what they change can be observed, but for <c>ContinueWith</c>, which the weaver has always changed.</summary>
    public const StateObjectMethods Default =
        StateObjectMethods.ContinueWith | StateObjectMethods.GetOrAdd | StateObjectMethods.AddOrUpdate | StateObjectMethods.Register |
        StateObjectMethods.QueueUserWorkItem;

    public static StateObjectMethods With(this StateObjectMethods methods, StateObjectMethods method, bool isOn) => isOn ? methods | method : methods & ~method;
}
