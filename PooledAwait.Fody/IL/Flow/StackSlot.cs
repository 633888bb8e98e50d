namespace PooledAwait.Fody.IL;

/// <summary>The top slot of a stack, and the slots below it. This class is immutable, so that the stacks of different instructions can share slots.</summary>
internal sealed class StackSlot(StackValue value, StackSlot? below)
{
    public StackValue Value { get; } = value;

    public StackSlot? Below { get; } = below;

    /// <summary>The number of values on the stack, including this one.</summary>
    public int Depth { get; } = DepthOf(below) + 1;

    public static int DepthOf(StackSlot? top) => top?.Depth ?? 0;

    public static StackSlot? Drop(StackSlot? top, int count)
    {
        for (; count > 0; count--)
        {
            top = top!.Below;
        }

        return top;
    }
}
