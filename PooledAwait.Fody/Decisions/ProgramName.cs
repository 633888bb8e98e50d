using System.Globalization;

namespace PooledAwait.Fody.Decisions;

/// <summary>Finds the source names of the members, variables and instructions that a condition's sentence mentions.</summary>
internal static class ProgramName
{
    /// <param name="named">A member, a text or a number.</param>
    /// <param name="nameOf">Returns the name of a method of the program.</param>
    public static string Of(object named, Func<MethodDefinition, string> nameOf) => named switch
    {
        MethodDefinition method => nameOf(method),
        MethodReference { Name: ".ctor" } constructor => IlToken.Name($"new {TypeName.Of(constructor.DeclaringType)}"),
        MethodReference method => IlToken.Name($"{TypeName.Of(method.DeclaringType)}.{SimpleName(method)}"),
        FieldReference field => IlToken.Name(OfField(field)),
        TypeReference type => IlToken.Name(TypeName.Of(type)),
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => IlToken.Name(named.ToString()),
    };

    /// <summary>Returns the name of a local variable or a parameter. If the symbols do not contain the name, returns a text with the number.</summary>
    public static string Of(Variable variable, MethodDefinition method)
    {
        if (variable.IsParameter)
        {
            var index = variable.Index - (method.HasThis ? 1 : 0);
            return index < 0 ? "this" : index < method.Parameters.Count ? method.Parameters[index].Name : $"parameter {index}";
        }

        return method.DebugInformation.GetScopes().SelectMany(scope => scope.Variables).FirstOrDefault(known => known.Index == variable.Index)?.Name ??
            $"variable {variable.Index}";
    }

    /// <summary>Names an instruction by the variable or member that the instruction uses. If there is none, names the instruction by its opcode.</summary>
    public static object Of(Instruction instruction, MethodDefinition method) =>
        VariableAccess.Of(instruction, method) is { } access ? Of(access.Variable, method)
        : instruction.Operand is MemberReference member ? member
        : instruction.OpCode.Name;

    private static string SimpleName(MethodReference method) =>
        method.Name.StartsWith("get_", StringComparison.Ordinal) || method.Name.StartsWith("set_", StringComparison.Ordinal) ? method.Name.Substring("get_".Length) : method.Name;

    private static string OfField(FieldReference field) =>
        GeneratedName.OfHoisted(field) is { } variable ? variable
        : GeneratedName.IsUnspeakable(field.DeclaringType) ? GeneratedName.OfCaptured(field)
        : $"{TypeName.Of(field.DeclaringType)}.{field.Name}";
}
