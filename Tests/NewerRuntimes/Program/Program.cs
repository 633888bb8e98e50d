using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using PooledAwait.Runtime;

namespace NewerRuntimes;

/// <summary>Runs scenarios on one thread, and prints what the runtime is, which of its ways PooledAwait.Runtime takes, and what each scenario observed, not woven and woven.</summary>
/// <remarks>The assemblies with the scenarios, and the list of what to run, are resources.</remarks>
internal static class Program
{
    /// <summary>What a runtime with one thread says where a scenario starts another, or waits for one.</summary>
    private const string NeedsThreads = $"threw {nameof(PlatformNotSupportedException)}: ";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    private static readonly Dictionary<string, Assembly> s_loaded = [];

    public static async Task Main()
    {
        Console.WriteLine(RuntimeInformation.FrameworkDescription);
        var runtime = typeof(PooledAsyncValueTaskMethodBuilder).Assembly;
        foreach (var (type, field) in new[]
        {
            ("BaseLibraryBox", "CanBeMade"), ("BaseLibraryAwait", "IsSupported"), ("BaseLibraryContinuation", "IsSupported"), ("TaskContinuations", "IsSupported"),
            ("ValueTaskSource", "IsKnown"),
        })
        {
            Console.WriteLine($"{type}.{field}: {runtime.GetType($"PooledAwait.Runtime.{type}", throwOnError: true)!.GetField(field)!.GetValue(null)}");
        }

        Console.WriteLine($"who waits for a task: {WhoWaits()}");
        using var list = new StreamReader(Open("list"));
        while (await list.ReadLineAsync() is { } line)
        {
            Console.WriteLine($"run {line}");
            var parts = line.Split(' ');
            var expected = await Run(parts[0], parts);
            Console.WriteLine(expected);
            Console.WriteLine(expected.StartsWith(NeedsThreads, StringComparison.Ordinal) ? expected : await Run($"{parts[0]}-woven", parts));
        }

        Console.WriteLine("end");
    }

    /// <summary>What the task holds that a pooled call awaits, to be resumed.</summary>
    private static string WhoWaits()
    {
        var source = new TaskCompletionSource();
        var call = AwaitPooled(source.Task);
        var waiting = typeof(Task).GetField("m_continuationObject", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(source.Task)!.GetType().Name;
        source.SetResult();
        return call.IsCompletedSuccessfully ? waiting : "nobody";
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitPooled(Task task) => await task.ConfigureAwait(false);

    private static async Task<string> Run(string image, string[] run)
    {
        var scenario = Load(image).GetType(run[1], throwOnError: true)!.GetMethod(run[2])!;
        var parameters = scenario.GetParameters();
        var trace = Activator.CreateInstance(parameters[0].ParameterType)!;
        object[] arguments = parameters.Length == 1 ? [trace] : [trace, Enum.ToObject(parameters[1].ParameterType, int.Parse(run[3]))];
        try
        {
            Task? task = null;
            ExecutionContext.Run(
                ExecutionContext.Capture()!,
                _ =>
                {
                    var context = SynchronizationContext.Current;
                    try
                    {
                        task = scenario.Invoke(null, BindingFlags.DoNotWrapExceptions, null, arguments, null) as Task;
                    }
                    finally
                    {
                        SynchronizationContext.SetSynchronizationContext(context);
                    }
                },
                null);
            if (task != null)
            {
                await task.WaitAsync(s_patience);
            }

            return $"{trace}".Replace("\n", " | "); // one line, whatever messages and stack traces say
        }
        catch (Exception exception)
        {
            return $"threw {exception.GetType().Name}: {exception.Message.Replace("\n", " | ")}";
        }
    }

    private static Assembly Load(string name)
    {
        if (!s_loaded.TryGetValue(name, out var assembly))
        {
            // Woven and not woven, of one name, side by side.
            using var image = Open(name);
            assembly = new AssemblyLoadContext(name).LoadFromStream(image);
            s_loaded.Add(name, assembly);
        }

        return assembly;
    }

    private static Stream Open(string resource) => typeof(Program).Assembly.GetManifestResourceStream(resource)!;
}
