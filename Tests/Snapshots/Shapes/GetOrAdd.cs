// ConcurrentDictionary.GetOrAdd
using System.Collections.Concurrent;

public static class C
{
    public static string Get(ConcurrentDictionary<int, string> names, int key, string prefix) => names.GetOrAdd(key, number => prefix + number);
}
