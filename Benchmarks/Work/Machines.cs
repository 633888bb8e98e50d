namespace Work;

/// <summary>
/// Methods that return a task and have the smallest possible state machines, each with one more reference than the one before. The costs of the smallest ones
/// decide the default of MinimumStateMachineSize.
/// </summary>
public static class Machines
{
    private static Task<int> s_awaited = Task.FromResult(0);

    /// <summary>Sets the task that the next call awaits. It is not an argument of the call, because the machine would have to keep that.</summary>
    public static void Await(Task<int> task) => s_awaited = task;

    /// <summary>The state, the builder and the awaiter: 24 bytes.</summary>
    public static async Task<int> Of24Async() => await s_awaited + 1;

    /// <summary>One argument more: 32 bytes.</summary>
    public static async Task<int> Of32Async(int[] numbers) => await s_awaited + numbers[0];

    /// <summary>Two arguments: 40 bytes.</summary>
    public static async Task<int> Of40Async(int[] numbers, int[] others) => await s_awaited + numbers[0] + others[0];

    /// <summary>Three arguments: 48 bytes.</summary>
    public static async Task<int> Of48Async(int[] numbers, int[] others, int[] more) => await s_awaited + numbers[0] + others[0] + more[0];
}
