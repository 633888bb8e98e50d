using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;

namespace Tests.Faults;

/// <summary>Finds code, and changes it into code that no C# compiler emits.</summary>
internal static class CodeEdits
{
    /// <summary>Returns the first method with the given name.</summary>
    public static MethodDefinition MethodNamed(this TypeDefinition type, string name) => type.Methods.First(method => method.Name == name);

    /// <summary>Inserts instructions before the instruction at a position.</summary>
    public static void Insert(this MethodDefinition method, int position, params IReadOnlyList<Instruction> code)
    {
        for (var i = 0; i < code.Count; i++)
        {
            method.Body.Instructions.Insert(position + i, code[i]);
        }

        // Chooses the forms of branches anew, because a short branch may now be too far from its target.
        method.Body.SimplifyMacros();
        method.Body.OptimizeMacros();
    }
}
