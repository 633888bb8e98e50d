using System.Text;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>
/// Parses names of types as the memory reader (ClrMD) writes them. Generic arguments are in angle brackets, which also occur in compiler-generated names.
/// </summary>
internal static class TypeName
{
    /// <summary>The prefix of the names of Visual Basic's state machines. A number and the method's name follow it, or only the lambda's name.</summary>
    public const string VisualBasicMachine = "VB$StateMachine_";

    /// <summary>Returns the name without generic arguments: <c>A.B+&lt;M&gt;d__1</c> for <c>A.B&lt;System.Int32&gt;+&lt;M&gt;d__1</c>.</summary>
    public static string Definition(string name)
    {
        var text = new StringBuilder(name.Length);
        for (var i = 0; i < name.Length; i++)
        {
            if (name[i] == '<')
            {
                var end = EndOfBrackets(name, i);
                if (IsGenerated(name, i))
                {
                    text.Append(name, i, end - i + 1);
                }

                i = end;
            }
            else if (name[i] == '`')
            {
                while (i + 1 < name.Length && char.IsAsciiDigit(name[i + 1]))
                {
                    i++;
                }
            }
            else if (name[i] == '[')
            {
                break;
            }
            else
            {
                text.Append(name[i]);
            }
        }

        return text.ToString();
    }

    /// <summary>Returns the name for the user: with generic arguments, without namespaces.</summary>
    public static string Short(string name)
    {
        var text = new StringBuilder(name.Length);
        var start = 0;
        for (var i = 0; i <= name.Length; i++)
        {
            if (i == name.Length || name[i] is '<' or '>' or ',' or '[' or '+' or ' ')
            {
                var part = name[start..i];
                text.Append(part[(part.LastIndexOf('.') + 1)..]);
                if (i < name.Length)
                {
                    text.Append(name[i] == '+' ? '.' : name[i]);
                }

                start = i + 1;
            }
        }

        return text.ToString();
    }

    /// <summary>Returns the first generic argument; empty if there is none.</summary>
    public static string FirstArgument(string name)
    {
        var open = name.IndexOf('<', StringComparison.Ordinal);
        var depth = 0;
        for (var i = open; i >= 0 && i < name.Length; i++)
        {
            depth += name[i] is '<' or '[' ? 1 : name[i] is '>' or ']' ? -1 : 0;
            if (depth == 0 || (depth == 1 && name[i] == ','))
            {
                return name[(open + 1)..i];
            }
        }

        return "";
    }

    /// <summary>Returns an async method's name in the source, from the name of its state machine.</summary>
    public static string Method(string machine)
    {
        var definition = Definition(machine);
        var plus = LastPlus(definition);
        var own = definition[(plus + 1)..];
        var type = plus < 0 ? "" : definition[..plus];
        if (MethodOf(own) is not { } method)
        {
            return definition.Replace('+', '.');
        }

        // Leaves out the classes that the compiler generated for lambdas.
        while (LastPlus(type) is >= 0 and var outer && (type[outer + 1] == '<' || type[(outer + 1)..].StartsWith("_Closure$__", StringComparison.Ordinal)))
        {
            type = type[..outer];
        }

        return $"{type.Replace('+', '.')}{(type.Length == 0 ? "" : ".")}{method}";
    }

    /// <summary>Returns an async method's name in the source, if the method has no state machine.</summary>
    /// <param name="type">The type that declares the method.</param>
    /// <param name="method">The method's name in metadata.</param>
    public static string Method(string type, string method) => Method($"{type}+<{method}>d");

    /// <returns>
    /// The method's name; null if neither C#, Visual Basic (<c>VB$StateMachine_1_Method</c>) nor F# (<c>method@12</c>) gives such names to machines.
    /// </returns>
    private static string? MethodOf(string machine)
    {
        if (machine.StartsWith(VisualBasicMachine, StringComparison.Ordinal))
        {
            var method = machine[(machine.IndexOf('_', VisualBasicMachine.Length) + 1)..];
            return method.StartsWith("_Lambda$", StringComparison.Ordinal) ? "lambda" : method;
        }

        return machine.IndexOf('@', StringComparison.Ordinal) is > 0 and var line ? machine[..line]
            : machine.StartsWith('<') && EndOfBrackets(machine, 0) is > 1 and var end ? Source(machine[1..end])
            : null;
    }

    private static string Source(string method)
    {
        if (!method.StartsWith('<') || EndOfBrackets(method, 0) is not (> 0 and var end))
        {
            return method;
        }

        var (name, rest) = (Source(method[1..end]), method[(end + 1)..]);
        return rest.StartsWith("g__", StringComparison.Ordinal) ? $"{name}.{rest[3..].Split('|')[0]}"
            : rest.StartsWith("b__", StringComparison.Ordinal) ? $"{name}.lambda"
            : name;
    }

    /// <summary>Returns the position of the last plus that is not in brackets; -1 if there is none.</summary>
    private static int LastPlus(string name)
    {
        var depth = 0;
        for (var i = name.Length - 1; i >= 0; i--)
        {
            depth += name[i] == '>' ? 1 : name[i] == '<' ? -1 : 0;
            if (depth == 0 && name[i] == '+')
            {
                return i;
            }
        }

        return -1;
    }

    private static bool IsGenerated(string name, int open) => open == 0 || name[open - 1] is '+' or '.' or '<' or ',' or ' ' or '(';

    private static int EndOfBrackets(string name, int open)
    {
        var depth = 0;
        for (var i = open; i < name.Length; i++)
        {
            depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
            if (depth == 0)
            {
                return i;
            }
        }

        return name.Length - 1;
    }
}
