// A lambda that uses only this gets it as its state.
using System.Threading.Tasks;

public sealed class C(int number)
{
    private readonly int _number = number;

    public Task<int> Add(Task<int> task) => task.ContinueWith(ended => ended.Result + _number, TaskScheduler.Default);
}
