namespace PooledAwait.Fody.IL;

/// <summary>
/// Copies a method's code into another method with the same parameters. The copy's type parameters replace the original's.
/// The source lines are copied too, for stack traces.
/// </summary>
internal static class BodyCopy
{
    /// <param name="original">The method with the code.</param>
    /// <param name="copy">
    /// The method that gets the code. It has the original's type parameters and parameters. If only the original is an instance method, the copy has one more
    /// parameter at the beginning, for <c>this</c>.
    /// </param>
    /// <param name="types">Translates the original's types into the types that the copy uses.</param>
    /// <returns>The instructions of the copy, in the order of the original's.</returns>
    /// <exception cref="ArgumentException">The original has exception handlers, which no caller needs to copy.</exception>
    public static IReadOnlyList<Instruction> Of(MethodDefinition original, MethodDefinition copy, TypeSubstitution types)
    {
        if (original.Body.HasExceptionHandlers)
        {
            throw new ArgumentException($"{original.FullName} has exception handlers.", nameof(original));
        }

        var body = copy.Body;
        var first = original.HasThis && !copy.HasThis ? 1 : 0;

        // Zero all variables, because added code must be verifiable. If there are no variables, keep the original's InitLocals, because InitLocals also decides
        // whether stackalloc memory is zeroed.
        body.InitLocals = original.Body.InitLocals || original.Body.HasVariables;
        foreach (var variable in original.Body.Variables)
        {
            body.Variables.Add(new VariableDefinition(types.Of(variable.VariableType)));
        }

        // Create all copies first, so that branches find their targets.
        var instructions = original.Body.Instructions;
        var copies = instructions.ToDictionary(instruction => instruction, _ => Instruction.Create(OpCodes.Nop));
        foreach (var instruction in instructions)
        {
            var own = copies[instruction];
            own.OpCode = instruction.OpCode;
            own.Offset = instruction.Offset;
            own.Operand = Operand(instruction.Operand);
            body.Instructions.Add(own);
        }

        var lines = original.DebugInformation.GetSequencePointMapping();
        foreach (var instruction in instructions.Where(lines.ContainsKey))
        {
            var line = lines[instruction];
            copy.DebugInformation.SequencePoints.Add(new SequencePoint(copies[instruction], line.Document)
            {
                StartLine = line.StartLine,
                StartColumn = line.StartColumn,
                EndLine = line.EndLine,
                EndColumn = line.EndColumn,
            });
        }

        return [.. body.Instructions];

        object? Operand(object? operand) => operand switch
        {
            Instruction target => copies[target],
            Instruction[] targets => targets.Select(target => copies[target]).ToArray(),
            VariableDefinition variable => body.Variables[variable.Index],
            ParameterDefinition { Index: >= 0 } parameter => copy.Parameters[parameter.Index + first],
            ParameterDefinition => first == 0 ? body.ThisParameter : copy.Parameters[0],
            TypeReference type => types.Of(type),
            FieldReference field => types.Of(field),
            MethodReference method => types.Of(method),
            _ => operand,
        };
    }
}
