using System.Reflection;
using System.Runtime.ExceptionServices;

namespace Tests.Weaving;

/// <summary>A public static method of a fixture. The method takes a Trace, and writes its observations into the trace.</summary>
/// <param name="Type">The full name of the fixture.</param>
/// <param name="Method">The name of the method.</param>
public sealed record Scenario(string Type, string Method)
{
    private const string TraceType = "AssemblyToProcess.Support.Trace";
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    /// <summary>Returns all scenarios of an assembly.</summary>
    public static IEnumerable<Scenario> In(Assembly assembly) =>
        from type in assembly.GetTypes()
        from method in type.GetMethods(BindingFlags.Public | BindingFlags.Static)
        let parameters = method.GetParameters()
        where parameters.Length == 1 && parameters[0].ParameterType.FullName == TraceType
        where method.ReturnType == typeof(void) || method.ReturnType == typeof(Task)
        select new Scenario(type.FullName!, method.Name);

    public override string ToString() => $"{Type["AssemblyToProcess.".Length..]}.{Method}";

    /// <summary>
    /// Runs the scenario several times in a row and returns the trace of each run. All runs are on one new thread, so that a run
    /// finds what the previous one left behind.
    /// </summary>
    public IReadOnlyList<string> Run(LoadedAssembly loaded, int times)
    {
        var traces = new List<string>();
        object? current = null;
        ExceptionDispatchInfo? failure = null;
        var method = loaded.Assembly.GetType(Type, throwOnError: true)!.GetMethod(Method)!;
        var thread = new Thread(() =>
        {
            try
            {
                for (var i = 0; i < times; i++)
                {
                    current = Activator.CreateInstance(loaded.Assembly.GetType(TraceType)!)!;
                    (method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [current], null) as Task)?.GetAwaiter().GetResult();
                    traces.Add(current.ToString()!);
                }
            }
            catch (Exception e)
            {
                failure = ExceptionDispatchInfo.Capture(e);
            }
        })
        {
            IsBackground = true,
            Name = "scenario",
        };
        using (ExecutionContext.SuppressFlow())
        {
            thread.Start();
        }

        if (!thread.Join(s_patience))
        {
            throw new TimeoutException($"{this} did not end within {s_patience}. Its trace so far:\n{current}");
        }

        failure?.Throw();
        return traces;
    }
}
