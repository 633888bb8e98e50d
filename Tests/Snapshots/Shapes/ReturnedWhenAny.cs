// A WhenAny whose task somebody keeps becomes a specialised promise, without an array.
using System.Threading.Tasks;

public static class C
{
    public static Task<Task<int>> First(Task<int> one, Task<int> two, Task<int> three, Task<int> four) => Task.WhenAny(one, two, three, four);
}
