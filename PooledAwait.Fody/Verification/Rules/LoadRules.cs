namespace PooledAwait.Fody.Verification;

/// <summary>Checks constants, arguments, locals, and instructions that only move values.</summary>
internal static class LoadRules
{
    public static bool Verify(BodyFrame frame)
    {
        switch (frame.Code)
        {
            case Code.Nop or Code.Break:
                return true;
            case Code.Ldnull:
                frame.Push(StackEntry.Null);
                return true;
            case >= Code.Ldc_I4_M1 and <= Code.Ldc_I4:
                frame.Push(StackKind.Int32);
                return true;
            case Code.Ldc_I8:
                frame.Push(StackKind.Int64);
                return true;
            case Code.Ldc_R4 or Code.Ldc_R8:
                frame.Push(StackKind.Float);
                return true;
            case Code.Ldstr:
                frame.Push(frame.Module.TypeSystem.String);
                return true;
            case Code.Dup:
                var value = frame.Pop();
                frame.Push(value);
                frame.Push(value);
                return true;
            case Code.Pop:
                frame.Pop();
                return true;
            case Code.Ldtoken:
                LoadToken(frame);
                return true;
            case Code.Sizeof:
                Operands.Type(frame);
                frame.Push(StackKind.Int32);
                return true;
            default:
                if (VariableAccess.Of(frame.Instruction, frame.Method) is not { } access)
                {
                    return false;
                }

                Use(frame, access.Variable, access.Kind);
                return true;
        }
    }

    private static void Use(BodyFrame frame, Variable variable, VariableAccessKind kind)
    {
        var variables = variable.IsParameter ? frame.Arguments : frame.Locals;
        if (variable.Index < 0 || variable.Index >= variables.Length)
        {
            frame.Report(FindingKind.Malformed, $"{frame.Instruction.OpCode} of variable {variable.Index} of {variables.Length}");
            frame.IsLost = true;
            return;
        }

        var type = variables[variable.Index];
        switch (kind)
        {
            case VariableAccessKind.Load when variable.IsParameter:
                LoadArgument(frame, variable.Index, type);
                break;
            case VariableAccessKind.Load:
                frame.Push(type);
                break;
            case VariableAccessKind.Store:
                // Any local may hold a read-only reference, because no declaration marks such locals. Only the C# compiler checks how such locals are used.
                frame.PopAs(type, variable.IsParameter ? Destination.Argument(variable.Index) : "local", !variable.IsParameter || OnlyReads(frame, variable.Index));
                break;
            case VariableAccessKind.Address:
                Address(frame, type, variable.IsParameter && IsThis(frame, variable.Index) ? StackMarks.ReadOnly : StackMarks.None);
                break;
        }
    }

    private static void LoadArgument(BodyFrame frame, int index, TypeReference type)
    {
        var marks = OnlyReads(frame, index) ? StackMarks.ReadOnly : StackMarks.None;
        if (IsThis(frame, index))
        {
            marks |= StackMarks.This;
            if (!frame.IsInitialised)
            {
                marks |= StackMarks.Uninitialised;
            }
        }

        frame.Push(frame.Resolved.ValueOf(type).With(marks));
    }

    private static void Address(BodyFrame frame, TypeReference type, StackMarks marks)
    {
        if (type is ByReferenceType)
        {
            frame.Report(FindingKind.Operand, $"{frame.Instruction.OpCode} of a managed pointer");
        }

        frame.Push(new StackEntry(StackKind.ManagedPointer, type, marks | StackMarks.Local));
    }

    // Argument 0 is certain to be the method's own object only if no instruction stores into the argument. The argument's address is marked as read-only, so a
    // store through the address is a finding.
    private static bool IsThis(BodyFrame frame, int index) => index == 0 && frame.Method.HasThis && frame.KeepsThis;

    private static bool OnlyReads(BodyFrame frame, int index)
    {
        var parameter = index - (frame.Method.HasThis ? 1 : 0);
        return parameter >= 0 && frame.Arguments[index] is ByReferenceType && MethodUse.OnlyReads(frame.Method.Parameters[parameter]);
    }

    private static void LoadToken(BodyFrame frame)
    {
        var handle = frame.Instruction.Operand switch
        {
            TypeReference => "RuntimeTypeHandle",
            FieldReference => "RuntimeFieldHandle",
            MethodReference => "RuntimeMethodHandle",
            _ => null,
        };
        if (handle == null)
        {
            frame.Report(FindingKind.Malformed, "ldtoken of neither a type nor a member");
            frame.PushUnknown();
            return;
        }

        _ = frame.Instruction.Operand switch
        {
            TypeReference => (object?)Operands.Type(frame),
            FieldReference => Operands.Field(frame),
            _ => Operands.Method(frame),
        };
        frame.Push(new StackEntry(StackKind.Value, new TypeReference("System", handle, frame.Method.Module, frame.Module.TypeSystem.CoreLibrary, valueType: true)));
    }
}
