using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using PooledAwait.Runtime;

namespace NewerRuntimes;

/// <summary>
/// Prints the name of the runtime, and the implementations that PooledAwait.Runtime chooses. Then runs each scenario twice, first not woven and then woven,
/// and prints what the scenario observed in each run.
/// </summary>
/// <remarks>The program's resources contain the assemblies with the scenarios, and the list of the runs.</remarks>
internal static class Program
{
    /// <summary>How the result begins if the runtime has only one thread, and a scenario starts a thread or waits for another thread.</summary>
    private const string NeedsThreads = $"threw {nameof(PlatformNotSupportedException)}: ";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(20);

    private static readonly Dictionary<string, Assembly> s_loaded = [];

    public static async Task Main()
    {
#if NET
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

        Console.WriteLine($"who waits for a task: {WhoWaits(out var first)}");
        WhoWaits(out var second);
        Console.WriteLine($"a box serves a second call: {ReferenceEquals(first, second)}");
#else
        Console.WriteLine(Type.GetType("Mono.Runtime")?.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static)?.Invoke(null, null) is string mono ? $"Mono {mono}" : "not Mono");
#endif
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

#if NET
    /// <summary>Makes a pooled call that awaits a task. Returns the type name of the task's continuation, and the call's box.</summary>
    private static string WhoWaits(out object box)
    {
        var source = new TaskCompletionSource();
        var call = AwaitPooled(source.Task);
        box = typeof(ValueTask).GetField("_obj", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(call)!;
        var waiting = typeof(Task).GetField("m_continuationObject", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(source.Task)!.GetType().Name;
        source.SetResult();
        var isCompleted = call.IsCompletedSuccessfully;
        call.GetAwaiter().GetResult(); // puts the box back into its pool
        return isCompleted ? waiting : "nobody";
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask AwaitPooled(Task task) => await task.ConfigureAwait(false);
#endif

    private static async Task<string> Run(string image, string[] run)
    {
        var scenario = Load(image).GetType(run[1], throwOnError: true)!.GetMethod(run[2])!;
        var parameters = scenario.GetParameters();
        var trace = Activator.CreateInstance(parameters[0].ParameterType)!;
        object[] arguments = parameters.Length == 1 ? [trace] : [trace, Enum.ToObject(parameters[1].ParameterType, int.Parse(run[3]))];
        try
        {
            var task = Start(() => scenario.Invoke(null, arguments) as Task);
            if (await Task.WhenAny(task, Task.Delay(s_patience)) != task)
            {
                throw new TimeoutException();
            }

            await task;
            return $"{trace}".Replace("\n", " | "); // one line, even if messages and stack traces have several
        }
        catch (Exception thrown)
        {
            var exception = thrown is TargetInvocationException { InnerException: { } inner } ? inner : thrown;
            return $"threw {exception.GetType().Name}: {exception.Message.Replace("\n", " | ")}";
        }
    }

    /// <summary>Runs a scenario on its own thread, or on the only thread of a browser.</summary>
    private static Task Start(Func<Task?> scenario)
    {
#if NET
        if (OperatingSystem.IsBrowser())
        {
            return StartHere(scenario);
        }
#endif
        return Task.Factory.StartNew(
            () => AssemblyToProcess.Support.OwnThread.Run("scenario", () => scenario()?.GetAwaiter().GetResult()), TaskCreationOptions.LongRunning);
    }

#if NET
    /// <summary>Runs a scenario on this thread, and restores the thread's contexts.</summary>
    private static Task StartHere(Func<Task?> scenario)
    {
        Task? task = null;
        ExecutionContext.Run(
            ExecutionContext.Capture()!,
            _ =>
            {
                var context = SynchronizationContext.Current;
                try
                {
                    task = scenario();
                }
                finally
                {
                    SynchronizationContext.SetSynchronizationContext(context);
                }
            },
            null);
        return task ?? Task.CompletedTask;
    }
#endif

    private static Assembly Load(string name)
    {
        if (!s_loaded.TryGetValue(name, out var assembly))
        {
            // Loads the assembly from memory. The woven assembly and the unwoven one have the same name, and both stay loaded.
            using var image = new MemoryStream();
            Open(name).CopyTo(image);
            assembly = Assembly.Load(image.ToArray());
            s_loaded.Add(name, assembly);
        }

        return assembly;
    }

    private static Stream Open(string resource) => typeof(Program).Assembly.GetManifestResourceStream(resource)!;
}
