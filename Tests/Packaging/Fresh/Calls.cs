using System.Threading.Tasks;

namespace Fresh;

/// <summary>Async code as anyone would write it. Each call suspends until the gate opens.</summary>
public static class Calls
{
    public static async ValueTask<int> OuterAsync(Gate gate, int number)
    {
        await PauseAsync(gate);
        return number + await InnerAsync(gate, number);
    }

    private static async ValueTask<int> InnerAsync(Gate gate, int number)
    {
        var twice = number * 2;
        await gate;
        return twice;
    }

    private static async ValueTask PauseAsync(Gate gate) => await gate;
}
