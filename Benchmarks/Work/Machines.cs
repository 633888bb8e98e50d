namespace Work;

/// <summary>
/// Task methods with the smallest possible state machines. Each machine has one reference more than the previous one. The costs of these methods decide the
/// default of MinimumStateMachineSize.
/// </summary>
public static class Machines
{
    private static Task<int> s_awaited = Task.FromResult(0);

    /// <summary>Sets the task that the next call awaits. The task is not an argument, because the machine would have to keep it.</summary>
    public static void Await(Task<int> task) => s_awaited = task;

    /// <summary>The machine keeps only the state, the builder and the awaiter: 24 bytes.</summary>
    public static async Task<int> Of24Async() => await s_awaited + 1;

    /// <summary>The machine keeps the state, the builder, the awaiter and one argument: 32 bytes.</summary>
    public static async Task<int> Of32Async(int[] numbers) => await s_awaited + numbers[0];

    /// <summary>The machine keeps the state, the builder, the awaiter and two arguments: 40 bytes.</summary>
    public static async Task<int> Of40Async(int[] numbers, int[] others) => await s_awaited + numbers[0] + others[0];

    /// <summary>The machine keeps the state, the builder, the awaiter and three arguments: 48 bytes.</summary>
    public static async Task<int> Of48Async(int[] numbers, int[] others, int[] more) => await s_awaited + numbers[0] + others[0] + more[0];
}
