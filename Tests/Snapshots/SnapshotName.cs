using System.Globalization;
using System.Reflection;
using System.Text;
using NUnit.Framework.Interfaces;
using NUnit.Framework.Internal;

namespace Tests.Snapshots;

/// <summary>The name of a test's snapshot. It consists of the test's class and method, the arguments of the class, and the arguments of the method.</summary>
internal static class SnapshotName
{
    private static readonly HashSet<char> s_invalid = [.. Path.GetInvalidFileNameChars(), .. "\"\\<>|:*?/"];

    public static string OfCurrentTest()
    {
        var test = TestExecutionContext.CurrentContext.CurrentTest;
        var type = test.TypeInfo!.Type;
        var method = test.Method!.MethodInfo;
        var name = new StringBuilder($"{NameWithParent(type)}.{method.Name}");
        for (ITest? parent = test.Parent; parent != null; parent = parent.Parent)
        {
            if (parent is TestFixture { Arguments: { Length: > 0 } arguments })
            {
                var constructor = type.GetConstructors().Single(c => c.GetParameters().Length == arguments.Length);
                Append(name, constructor.GetParameters(), arguments);
            }
        }

        Append(name, method.GetParameters(), test.Arguments);
        return name.ToString();
    }

    private static void Append(StringBuilder name, ParameterInfo[] parameters, object?[] arguments)
    {
        foreach (var (parameter, argument) in parameters.Zip(arguments))
        {
            name.Append('_').Append(parameter.Name).Append('=');
            foreach (var c in argument == null ? "null" : Convert.ToString(argument, CultureInfo.InvariantCulture)!)
            {
                name.Append(s_invalid.Contains(c) ? '-' : c);
            }
        }
    }

    private static string NameWithParent(Type type) =>
        type.DeclaringType == null ? type.Name : $"{NameWithParent(type.DeclaringType)}.{type.Name}";
}
