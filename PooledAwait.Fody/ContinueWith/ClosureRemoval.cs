using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.ContinueWith;

/// <summary>
/// Takes a closure object out of the method that creates it and out of its lambda. Instructions are changed where they stand, so that
/// breakpoints in the lambda stay true.
/// </summary>
internal static class ClosureRemoval
{
    /// <summary>Captured variables become local ones.</summary>
    /// <returns>The one that is the state; null where none is.</returns>
    public static VariableDefinition? ApplyToCreator(RemovableClosure closure, BodyEditor editor)
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

        foreach (var traffic in closure.Traffic)
        {
            editor.Nop(traffic);
        }

        Rename(closure, locals, editor.Body.Method.DebugInformation.Scope);
        return closure.State == null ? null : locals[closure.State];
    }

    /// <summary>The lambda becomes static; the state takes the place of <c>this</c>, so that every other argument keeps its own.</summary>
    public static void ApplyToLambda(RemovableClosure closure, ModuleDefinition module)
    {
        using (var editor = new BodyEditor(closure.Lambda))
        {
            foreach (var read in closure.LambdaReads)
            {
                if (read.Variable != closure.State)
                {
                    editor.Replace(read.LoadThis, Instruction.Create(OpCodes.Ldarg_1));
                }

                foreach (var load in read.LoadFields)
                {
                    editor.Nop(load);
                }
            }
        }

        closure.Lambda.IsStatic = true;
        closure.Lambda.HasThis = false;
        closure.Lambda.Parameters.Insert(
            0, new ParameterDefinition(closure.State?.Name ?? "state", ParameterAttributes.None, closure.StateType ?? module.TypeSystem.Object));
    }

    /// <summary>Debuggers show the new variables by the names that the captured ones have in the source, and no closure.</summary>
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
