using System.Globalization;
using System.Text;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Writes one method's IL for a reader who compares the IL before the weave with the IL after it. The text has no offsets, tokens or versions, and has labels
/// only where something refers to them. So most lines differ only if their code differs. If a label is added, the numbers of the later labels change, too.
/// </summary>
internal sealed class IlMethodText
{
    private readonly StringBuilder _text = new();
    private readonly MethodDefinition _method;
    private readonly Dictionary<Instruction, string> _labels = [];

    private IlMethodText(MethodDefinition method) => _method = method;

    /// <summary>Returns the whole text. Each line, including the last one, ends with a line feed.</summary>
    public static string Of(MethodDefinition method) => new IlMethodText(method).Write();

    /// <summary>Returns only the first line of the text, without reading the body.</summary>
    public static string HeaderOf(MethodDefinition method) => new IlMethodText(method).Header();

    private string Header() => $".method {Flags(_method)}{Member(_method, Parameters())}{Implementation(_method)}\n";

    private string Write()
    {
        _text.Append(Header());
        if (_method.HasBody)
        {
            _text.Append("{\n");
            Body(_method.Body);
            _text.Append("}\n");
        }

        return _text.ToString();
    }

    private void Body(MethodBody body)
    {
        if (body.HasVariables)
        {
            _text.Append("    .locals ").Append(body.InitLocals ? "init " : "").Append("(\n");
            foreach (var variable in body.Variables)
            {
                var comma = variable.Index < body.Variables.Count - 1 ? "," : "";
                _text.Append($"        {IlTypeName.InSignature(variable.VariableType)} {Name(variable)}{comma}\n");
            }

            _text.Append("    )\n");
        }

        FindLabels(body);
        foreach (var instruction in body.Instructions)
        {
            if (_labels.TryGetValue(instruction, out var label))
            {
                _text.Append("  ").Append(label).Append(":\n");
            }

            _text.Append("    ").Append(instruction.OpCode.Name);
            if (instruction.Operand != null)
            {
                _text.Append(' ').Append(Operand(instruction.Operand));
            }

            _text.Append('\n');
        }

        foreach (var handler in body.ExceptionHandlers)
        {
            _text.Append("    .try ").Append(Range(handler.TryStart, handler.TryEnd)).Append(Kind(handler))
                .Append(" handler ").Append(Range(handler.HandlerStart, handler.HandlerEnd)).Append('\n');
        }
    }

    /// <summary>Numbers the labels in the order of the body.</summary>
    private void FindLabels(MethodBody body)
    {
        var targets = new HashSet<Instruction>();
        foreach (var instruction in body.Instructions)
        {
            targets.UnionWith(BodyLabels.TargetsOf(instruction));
        }

        foreach (var handler in body.ExceptionHandlers)
        {
            targets.UnionWith(
                new[] { handler.TryStart, handler.TryEnd, handler.FilterStart, handler.HandlerStart, handler.HandlerEnd }.Where(edge => edge != null));
        }

        foreach (var target in body.Instructions.Where(targets.Contains))
        {
            _labels.Add(target, "L" + (_labels.Count + 1).ToString(CultureInfo.InvariantCulture));
        }
    }

    private string Operand(object operand) => operand switch
    {
        Instruction target => _labels[target],
        Instruction[] targets => $"({string.Join(", ", targets.Select(target => _labels[target]))})",
        string text => IlToken.Quoted(text),
        double number => IlToken.Number(number),
        float number => IlToken.Number(number),
        VariableDefinition variable => Name(variable),
        ParameterDefinition parameter => Name(parameter),
        MethodReference method => Member(method, method.Parameters.Select(parameter => IlTypeName.InSignature(parameter.ParameterType))),
        FieldReference field => $"{IlTypeName.InSignature(field.FieldType)} {IlTypeName.Plain(field.DeclaringType)}::{IlToken.Name(field.Name)}",
        TypeReference type => IlTypeName.Plain(type),
        CallSite site => IlTypeName.Signature(site, "*"),
        _ => Convert.ToString(operand, CultureInfo.InvariantCulture)!,
    };

    private static string Member(MethodReference method, IEnumerable<string> parameters)
    {
        var generic = method switch
        {
            GenericInstanceMethod instance => $"<{string.Join(", ", instance.GenericArguments.Select(IlTypeName.InSignature))}>",
            { HasGenericParameters: true } => $"<{string.Join(", ", method.GenericParameters.Select(parameter => IlToken.Name(parameter.Name)))}>",
            _ => "",
        };
        return (method.HasThis ? "instance " : "") + $"{IlTypeName.InSignature(method.ReturnType)} " +
            $"{IlTypeName.Plain(method.DeclaringType)}::{IlToken.Name(method.Name)}{generic}({string.Join(", ", parameters)})";
    }

    private IEnumerable<string> Parameters() =>
        _method.Parameters.Select(parameter => $"{IlTypeName.InSignature(parameter.ParameterType)} {Name(parameter)}");

    private static string Flags(MethodDefinition method)
    {
        var access = (method.Attributes & MethodAttributes.MemberAccessMask) switch
        {
            MethodAttributes.Public => "public ",
            MethodAttributes.Family => "family ",
            MethodAttributes.Assembly => "assembly ",
            MethodAttributes.FamORAssem => "famorassem ",
            MethodAttributes.FamANDAssem => "famandassem ",
            _ => "private ",
        };
        return access + (method.IsStatic ? "static " : "") + (method.IsNewSlot ? "newslot " : "") + (method.IsAbstract ? "abstract " : "") +
            (method.IsVirtual ? "virtual " : "") + (method.IsFinal ? "final " : "");
    }

    private static string Implementation(MethodDefinition method) =>
        (method.NoInlining ? " noinlining" : "") + (method.AggressiveInlining ? " aggressiveinlining" : "") + (method.IsSynchronized ? " synchronized" : "");

    private string Kind(ExceptionHandler handler) => handler.HandlerType switch
    {
        ExceptionHandlerType.Catch => $" catch {IlTypeName.Plain(handler.CatchType)}",
        ExceptionHandlerType.Filter => $" filter {_labels[handler.FilterStart]}",
        ExceptionHandlerType.Fault => " fault",
        _ => " finally",
    };

    private string Range(Instruction start, Instruction? end) => $"{_labels[start]} to {(end == null ? "end" : _labels[end])}";

    private static string Name(VariableDefinition variable) => "V_" + variable.Index.ToString(CultureInfo.InvariantCulture);

    private static string Name(ParameterDefinition parameter) =>
        parameter.Index < 0 ? "this"
        : parameter.Name.Length > 0 ? IlToken.Name(parameter.Name)
        : "A_" + parameter.Index.ToString(CultureInfo.InvariantCulture);
}
