using System.Threading.Tasks;

namespace Shapes
{
    /// <summary>Calls of ValueTask methods whose results are discarded. After weaving, each box is its own continuation.</summary>
    public static class Discards
    {
        public static void Start()
        {
            _ = ThrownAway();
            _ = ThrownAwayWithResult();
        }

        private static async ValueTask ThrownAway() => await Program.Never.Task;

        private static async ValueTask<int> ThrownAwayWithResult() => await Program.Never.Task;
    }
}
