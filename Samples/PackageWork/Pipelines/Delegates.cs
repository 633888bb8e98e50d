namespace Pipelines.Sockets.Unofficial;

public static class Delegates
{
    public static bool IsSingle(this MulticastDelegate handler) => handler.HasSingleTarget;

    public static DelegateEnumerable<T> AsEnumerable<T>(this T handler)
        where T : MulticastDelegate => new(handler);

    public readonly struct DelegateEnumerable<T>(T? handler)
        where T : MulticastDelegate
    {
        public DelegateEnumerator<T> GetEnumerator() => new(handler);
    }

    public struct DelegateEnumerator<T>(T? handler)
        where T : MulticastDelegate
    {
        private readonly Delegate[] _targets = handler?.GetInvocationList() ?? [];
        private int _index = -1;

        public readonly T Current => (T)_targets[_index];

        public bool MoveNext() => ++_index < _targets.Length;
    }
}
