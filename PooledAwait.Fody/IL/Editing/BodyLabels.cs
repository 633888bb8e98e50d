using Mono.Collections.Generic;

namespace PooledAwait.Fody.IL;

/// <summary>All references to instructions in a body and its debug information.</summary>
/// <remarks>
/// Cecil identifies an <see cref="InstructionOffset"/> by its number alone, so each instruction must have a unique offset while these references are moved.
/// </remarks>
internal static class BodyLabels
{
    /// <summary>Returns the instructions to which a branch or a switch leads; none for any other instruction.</summary>
    public static Instruction[] TargetsOf(Instruction instruction) => instruction.Operand switch
    {
        Instruction target => [target],
        Instruction[] targets => targets,
        _ => [],
    };

    /// <summary>Finds all branches that lead to one instruction, and makes them lead to another instruction.</summary>
    public static void MoveBranches(IEnumerable<Instruction> code, Instruction from, Instruction to)
    {
        foreach (var instruction in code)
        {
            if (instruction.Operand == from)
            {
                instruction.Operand = to;
            }
            else if (instruction.Operand is Instruction[] targets)
            {
                for (var i = 0; i < targets.Length; i++)
                {
                    targets[i] = targets[i] == from ? to : targets[i];
                }
            }
        }
    }

    /// <summary>Redirects all exception handlers and debug information from one instruction to another.</summary>
    public static void Move(MethodBody body, Instruction from, Instruction to)
    {
        foreach (var handler in body.ExceptionHandlers)
        {
            handler.TryStart = handler.TryStart == from ? to : handler.TryStart;
            handler.TryEnd = handler.TryEnd == from ? to : handler.TryEnd;
            handler.FilterStart = handler.FilterStart == from ? to : handler.FilterStart;
            handler.HandlerStart = handler.HandlerStart == from ? to : handler.HandlerStart;
            handler.HandlerEnd = handler.HandlerEnd == from ? to : handler.HandlerEnd;
        }

        MoveDebugInformation(body, from, to);
    }

    /// <summary>
    /// Returns the async debug information that names no catch handler. The compiler names a catch handler only for async methods that return void.
    /// </summary>
    public static List<AsyncMethodBodyDebugInformation> WithoutCatchHandler(MethodBody body) =>
        [.. body.Method.CustomDebugInformations.OfType<AsyncMethodBodyDebugInformation>()
            .Where(async => !async.CatchHandler.IsEndOfMethod && async.CatchHandler.Offset == -1)];

    private static void MoveDebugInformation(MethodBody body, Instruction from, Instruction to)
    {
        var debug = body.Method.DebugInformation;
        for (var i = 0; i < debug.SequencePoints.Count; i++)
        {
            if (debug.SequencePoints[i].Offset == from.Offset)
            {
                debug.SequencePoints[i] = Moved(debug.SequencePoints[i], to);
            }
        }

        if (debug.Scope is not null)
        {
            MoveScope(debug.Scope);
        }

        foreach (var information in body.Method.CustomDebugInformations)
        {
            switch (information)
            {
                case AsyncMethodBodyDebugInformation async:
                    async.CatchHandler = Label(async.CatchHandler);
                    MoveAll(async.Yields);
                    MoveAll(async.Resumes);
                    break;
                case StateMachineScopeDebugInformation machine:
                    foreach (var scope in machine.Scopes)
                    {
                        scope.Start = Label(scope.Start);
                        scope.End = Label(scope.End);
                    }

                    break;
            }
        }

        InstructionOffset Label(InstructionOffset label) =>
            !label.IsEndOfMethod && label.Offset == from.Offset ? new InstructionOffset(to) : label;

        void MoveAll(Collection<InstructionOffset> labels)
        {
            for (var i = 0; i < labels.Count; i++)
            {
                labels[i] = Label(labels[i]);
            }
        }

        void MoveScope(ScopeDebugInformation scope)
        {
            scope.Start = Label(scope.Start);
            scope.End = Label(scope.End);
            foreach (var inner in scope.Scopes)
            {
                MoveScope(inner);
            }
        }
    }

    private static SequencePoint Moved(SequencePoint point, Instruction to) => new(to, point.Document)
    {
        StartLine = point.StartLine,
        StartColumn = point.StartColumn,
        EndLine = point.EndLine,
        EndColumn = point.EndColumn,
    };
}
