namespace PooledAwait.Fody.Verification;

/// <summary>Checks instructions that end or split a path: branches, returns, and the ends of handlers.</summary>
internal static class FlowRules
{
    /// <param name="frame">The body.</param>
    /// <param name="transfer">The body's regions.</param>
    /// <param name="position">The position of the instruction.</param>
    public static bool Verify(BodyFrame frame, ControlTransfer transfer, int position)
    {
        switch (frame.Code)
        {
            case Code.Br or Code.Br_S:
                return true;
            case Code.Brtrue or Code.Brtrue_S or Code.Brfalse or Code.Brfalse_S:
                var condition = frame.Used(frame.Pop());
                if (condition.Kind is StackKind.Value or StackKind.Float)
                {
                    frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} on {condition}");
                }

                return true;
            case (>= Code.Beq_S and <= Code.Blt_Un_S) or (>= Code.Beq and <= Code.Blt_Un):
                ArithmeticRules.Compare(frame);
                return true;
            case Code.Switch:
                frame.Pop(StackKind.Int32, StackKind.NativeInt);
                return true;
            case Code.Leave or Code.Leave_S:
                frame.Clear();
                return true;
            case Code.Ret:
                Return(frame);
                frame.Report(transfer.End(position, null));
                return true;
            case Code.Endfinally:
                frame.Report(transfer.End(position, PartKind.Finally));
                return true;
            case Code.Endfilter:
                frame.Pop(StackKind.Int32);
                Empty(frame);
                frame.Report(transfer.End(position, PartKind.Filter));
                return true;
            case Code.Rethrow:
                if (!transfer.IsInCatch(position))
                {
                    frame.Report(FindingKind.RegionExit, "rethrow outside a catch");
                }

                return true;
            default:
                return false;
        }
    }

    private static void Return(BodyFrame frame)
    {
        var type = TypeShape.Plain(frame.ReturnType);
        if (!TypeShape.IsVoid(type))
        {
            var value = frame.PopAs(type, "result", frame.ReturnsReadOnly);
            if (value is { Kind: StackKind.ManagedPointer } && value.Is(StackMarks.Local))
            {
                frame.Report(FindingKind.LocalEscapes, $"{value} as result");
            }
        }

        Empty(frame);
        if (!frame.IsInitialised)
        {
            frame.Report(FindingKind.Uninitialised, "no constructor of the base was called");
        }
    }

    private static void Empty(BodyFrame frame)
    {
        if (frame.Depth > 0)
        {
            frame.Report(FindingKind.StackDepth, $"{frame.Depth} values left at {frame.Instruction.OpCode}");
        }
    }
}
