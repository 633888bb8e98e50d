namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Removes a closure object from the method that creates the object, and from the closure's lambdas. Changes instructions in place, so that breakpoints in the
/// lambdas stay correct.
/// </summary>
/// <remarks>docs/measured/real-assemblies.md says how many calls in real code lose their closure in this way.</remarks>
internal static class ClosureRemoval
{
    /// <summary>Turns captured variables into local variables.</summary>
    /// <returns>The local variables that the state carries.</returns>
    public static IReadOnlyList<VariableDefinition> ApplyToCreator(RemovableClosure closure, BodyEditor editor)
    {
        var locals = new Dictionary<FieldDefinition, VariableDefinition>();
        foreach (var access in closure.Accesses)
        {
            var field = (FieldReference)access.Operand;
            var captured = field.Resolve();
            if (!locals.TryGetValue(captured, out var local))
            {
                locals.Add(captured, local = editor.AddLocal(TypeSubstitution.InstanceOf(field.DeclaringType, field.FieldType)));
            }

            editor.Replace(access, access.OpCode.Code == Code.Stfld ? VariableForms.Store(local) : VariableForms.Load(local));
        }

        foreach (var move in closure.Moves)
        {
            editor.Nop(move);
        }

        Rename(closure, locals, editor.Body.Method.DebugInformation.Scope);
        return [.. closure.States.Select(state => locals[state.Variable])];
    }

    /// <summary>
    /// Makes the lambda static. The captured variables that the lambda needs become parameters. The first of these parameters takes the place of <c>this</c>,
    /// and the others come after the arguments, so every argument keeps its position. If the lambda needs no captured variable, an unused parameter takes the
    /// place of <c>this</c>. In place of every other captured variable, the changed code reads the lambda's first argument, which has the same value.
    /// </summary>
    public static void ApplyToLambda(RemovableClosure closure, ClosureLambda lambda, ModuleDefinition module)
    {
        var method = lambda.Method;
        CapturedVariable[] states = [.. closure.StatesOf(lambda)];
        ParameterDefinition[] parameters = [.. states.Select(state => new ParameterDefinition(state.Variable.Name, ParameterAttributes.None, state.Type))];
        method.IsStatic = true;
        method.HasThis = false;
        method.Parameters.Insert(0, parameters.FirstOrDefault() ?? new ParameterDefinition("state", ParameterAttributes.None, module.TypeSystem.Object));
        foreach (var parameter in parameters.Skip(1))
        {
            method.Parameters.Add(parameter);
        }

        using var editor = new BodyEditor(method);
        foreach (var read in lambda.Reads)
        {
            var place = lambda.Needed.Contains(read) ? Array.FindIndex(states, state => state.Variable == read.Variable) : -1;
            var parameter = place < 0 ? method.Parameters[1] : parameters[place];
            editor.Replace(read.LoadThis, read.IsAddress ? VariableForms.LoadAddress(parameter) : VariableForms.Load(parameter));

            foreach (var load in read.LoadFields)
            {
                editor.Nop(load);
            }
        }
    }

    /// <summary>Changes the symbols. Debuggers then show the new variables in place of the closure, with the names of the captured variables.</summary>
    private static void Rename(RemovableClosure closure, Dictionary<FieldDefinition, VariableDefinition> locals, ScopeDebugInformation? scope)
    {
        if (scope == null)
        {
            return;
        }

        foreach (var inner in scope.Scopes)
        {
            Rename(closure, locals, inner);
        }

        foreach (var local in closure.Locals)
        {
            if (scope.Variables.FirstOrDefault(variable => variable.Index == local.Index) is { } known)
            {
                scope.Variables.Remove(known);
                foreach (var captured in locals.Where(captured => captured.Key.DeclaringType == local.VariableType.GetElementType()))
                {
                    scope.Variables.Add(new VariableDebugInformation(captured.Value, captured.Key.Name));
                }
            }
        }
    }
}
