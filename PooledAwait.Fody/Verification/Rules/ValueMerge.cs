namespace PooledAwait.Fody.Verification;

/// <summary>Decides what is known of a value after two paths meet.</summary>
internal static class ValueMerge
{
    public static StackEntry Of(BodyFrame frame, StackEntry first, StackEntry second)
    {
        if (first.Equals(second) || first.Kind == StackKind.Unknown)
        {
            return first;
        }

        // A mark that forbids something remains if either value has the mark. A mark that makes something certain remains only if both values have the mark.
        const StackMarks Forbidding = StackMarks.ReadOnly | StackMarks.Local | StackMarks.Uninitialised;
        var marks = ((first.Marks | second.Marks) & Forbidding) | (first.Marks & second.Marks);
        switch (first.Kind, second.Kind)
        {
            case (_, StackKind.Unknown):
                return default;
            case (StackKind.Reference, StackKind.Reference):
                return new StackEntry(StackKind.Reference, frame.Assignability.Common(first.Type, second.Type, frame.Module.TypeSystem.Object), marks);
            case (StackKind.Int32, StackKind.NativeInt) or (StackKind.NativeInt, StackKind.Int32):
                return new StackEntry(StackKind.NativeInt);
            case (StackKind.NativeInt, StackKind.NativeInt):
                return new StackEntry(StackKind.NativeInt, Marks: marks, Function: first.Function == second.Function ? first.Function : null);
            case (StackKind.ManagedPointer, StackKind.ManagedPointer) when frame.Same.AreInMemory(first.Type!, second.Type!):
            case (StackKind.Value, StackKind.Value) when frame.Same.Are(first.Type!, second.Type!):
                return first with { Marks = marks };
            case (StackKind.ManagedPointer, StackKind.NativeInt or StackKind.Int32) or (StackKind.NativeInt or StackKind.Int32, StackKind.ManagedPointer):
                return default;
            case (StackKind.Int32, StackKind.Int32) or (StackKind.Int64, StackKind.Int64) or (StackKind.Float, StackKind.Float):
                return new StackEntry(first.Kind, Marks: marks);
            default:
                frame.Report(FindingKind.Merge, $"{first} meets {second}");
                return default;
        }
    }
}
