using Mono.Cecil;
using Tests.Compilation;

namespace Tests.Faults;

/// <summary>References that are missing, older than the weaver, or different from what their names suggest.</summary>
internal static class ReferenceFaults
{
    private const string Calls = """
        using System.Threading.Tasks;
        public class C
        {
            public Task Logged(Task task, string text) => task.ContinueWith(_ => System.Console.WriteLine(text));
            public Task<Task> First(Task a, Task b, Task c) => Task.WhenAny(new[] { a, b, c });
        }
        """;

    private const string OfNumber =
        "using System.Threading.Tasks; public class C { public async ValueTask<int> M() { await Task.Yield(); return 1; } }";

    private const string OwnTask = """
        namespace System.Threading.Tasks
        {
            public class Own { public static Own WhenAny(params Own[] tasks) => tasks[0]; }
        }

        public class C { public object M(System.Threading.Tasks.Own a) => System.Threading.Tasks.Own.WhenAny(a, a, a); }

        """;

    private const string OwnBuilder = """
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;
        namespace System.Runtime.CompilerServices
        {
            public struct AsyncValueTaskMethodBuilder
            {
                private AsyncTaskMethodBuilder _task;
                public static AsyncValueTaskMethodBuilder Create() => new() { _task = AsyncTaskMethodBuilder.Create() };
                public void Start<T>(ref T machine) where T : IAsyncStateMachine => _task.Start(ref machine);
                public void SetStateMachine(IAsyncStateMachine machine) => _task.SetStateMachine(machine);
                public void SetResult() => _task.SetResult();
                public void SetException(Exception exception) => _task.SetException(exception);
                public System.Threading.Tasks.ValueTask Task => new(_task.Task);
                public void AwaitOnCompleted<A, T>(ref A awaiter, ref T machine)
                    where A : INotifyCompletion where T : IAsyncStateMachine => _task.AwaitOnCompleted(ref awaiter, ref machine);
                public void AwaitUnsafeOnCompleted<A, T>(ref A awaiter, ref T machine)
                    where A : ICriticalNotifyCompletion where T : IAsyncStateMachine => _task.AwaitUnsafeOnCompleted(ref awaiter, ref machine);
            }
        }

        public class C { [AsyncMethodBuilder(typeof(AsyncValueTaskMethodBuilder))] public async ValueTask M() => await Task.Yield(); }

        """;

    private const string NoRuntime =
        "PooledAwait: the project does not refer to PooledAwait.Runtime, which woven code calls. The package PooledAwait.Fody brings it, " +
        "unless its assets are excluded, as by GlobalPackageReference. In that case, add <PackageReference Include=\"PooledAwait.Runtime\" />. " +
        "With central package management, also add its PackageVersion.";

    private const string CustomTaskType = "custom-task-type: Its builder is not one of the base library's.";

    public static IEnumerable<Fault> All =>
    [
        Of(
            "PooledAwait.Runtime is not among the references",
            Outcome.Error,
            NoRuntime,
            new() { References = Without("PooledAwait.Runtime") }),
        Of(
            "PooledAwait.Runtime is older than the weaver",
            Outcome.Error,
            $"PooledAwait: PooledAwait.Runtime 1.0.0.0 is older than PooledAwait.Fody {Repository.Version}.0. Use the same version of both packages.",
            new() { References = (files, folder) => [.. Without("PooledAwait.Runtime")(files, folder), OlderRuntime(folder)] }),
        Of(
            "PooledAwait.Runtime was trimmed",
            Outcome.Error,
            $"PooledAwait: PooledAwait.Runtime {Repository.Version}.0 has no type PooledAwait.Runtime.OwnTask. Another tool changed the file, for example by trimming. Weave before that.",
            new() { References = (files, folder) => [.. Without("PooledAwait.Runtime")(files, folder), RuntimeWithoutOwnTask(folder)] }),
        Of(
            "PooledAwait.Runtime was trimmed: it has the builders, and no WhenAny over four tasks",
            Outcome.LeftAlone,
            "no-specialized-overload: PooledAwait.Runtime has no counterpart of this overload on the target framework. PooledAwait.Runtime has no counterpart of `Task.WhenAny` on this framework.",
            new()
            {
                Source =
                    "using System.Threading.Tasks; " +
                    "public class C { public Task<Task> First(Task a, Task b, Task c, Task d) => Task.WhenAny(new[] { a, b, c, d }); }",
                References = (files, folder) => [.. Without("PooledAwait.Runtime")(files, folder), RuntimeWithoutFour(folder)],
            }),
        Of(
            "The base library is not among the references",
            Outcome.Error,
            "Could not find 'System.Object'.",
            new() { Source = Calls, References = (files, _) => [.. files.Where(file => Path.GetFileName(file) == "PooledAwait.Runtime.dll")] }),
        Of("The assembly of an awaiter is not among the references", Outcome.Woven, "", new()
        {
            Break = module =>
            {
                var awaiter = module.GetType("C").NestedTypes[0].Fields.Single(one => one.Name.StartsWith("<>u__"));
                awaiter.FieldType.GetElementType().Scope = Missing(module);
            },
        }),
        Of(
            "The assembly of a task type is not among the references",
            Outcome.LeftAlone,
            $"{CustomTaskType} Its builder is `OtherMethodBuilder<int>`, from Missing.",
            new()
            {
                Source = OfNumber,
                Break = module =>
                {
                    var builder = Builder(module);
                    builder.Name = "OtherMethodBuilder`1";
                    builder.Scope = Missing(module);
                },
            }),
        Of(
            "A method's builder is of another assembly than the base library's",
            Outcome.LeftAlone,
            $"{CustomTaskType} Its builder is `AsyncValueTaskMethodBuilder<int>`, from Missing.",
            new() { Source = OfNumber, Break = module => Builder(module).Scope = Missing(module) }),
        Of(
            "The assembly brings builders of the same names itself",
            Outcome.LeftAlone,
            "own-builder: It chooses its own builder with [AsyncMethodBuilder].",
            new() { Source = OwnBuilder }),
        Of(
            "The assembly brings a `Task` of its own",
            Outcome.Woven,
            FaultyWeave.Nothing,
            new() { Source = OwnTask, Break = module => module.GetType("System.Threading.Tasks.Own").Name = "Task" }),
        Of("The assembly is made for .NET Framework's mscorlib", Outcome.Woven, "", new()
        {
            Break = module => module.AssemblyReferences.Single(reference => reference.Name == "System.Runtime").Name = "mscorlib",
            References = Without("mscorlib"),
        }),
        Of(
            "The assembly is PooledAwait.Runtime itself",
            Outcome.Error,
            "PooledAwait: PooledAwait.Runtime cannot be woven, because woven code calls it.",
            new() { Break = module => module.Assembly.Name.Name = "PooledAwait.Runtime" }),
    ];

    private static Fault Of(string what, Outcome outcome, string told, FaultyWeave weave) => new("References", what, outcome, told, weave.Meet);

    private static Func<IReadOnlyList<string>, string, IReadOnlyList<string>> Without(string name) =>
        (files, _) => [.. files.Where(file => Path.GetFileNameWithoutExtension(file) != name)];

    private static AssemblyNameReference Missing(ModuleDefinition module)
    {
        var missing = new AssemblyNameReference("Missing", new Version(1, 0));
        module.AssemblyReferences.Add(missing);
        return missing;
    }

    private static TypeReference Builder(ModuleDefinition module) =>
        module.GetType("C").MethodNamed("M").Body.Instructions
            .Select(instruction => instruction.Operand).OfType<MethodReference>()
            .Single(called => called.Name == "Start").DeclaringType.GetElementType();

    private static string OlderRuntime(string folder)
    {
        using var module = ModuleDefinition.ReadModule(References.Runtime("net10.0"));
        module.Assembly.Name.Version = new Version(1, 0, 0, 0);
        return Written(module, folder);
    }

    private static string RuntimeWithoutOwnTask(string folder)
    {
        using var module = ModuleDefinition.ReadModule(References.Runtime("net10.0"));
        module.GetType("PooledAwait.Runtime.OwnTask").Name = "Gone";
        return Written(module, folder);
    }

    private static string RuntimeWithoutFour(string folder)
    {
        using var module = ModuleDefinition.ReadModule(References.Runtime("net10.0"));
        foreach (var type in new[] { "SpecializedWhenAny", "AwaitedWhenAny" })
        {
            foreach (var method in module.GetType("PooledAwait.Runtime." + type).Methods.Where(method => method.Parameters.Count == 4))
            {
                method.Name = "Gone";
            }
        }

        return Written(module, folder);
    }

    private static string Written(ModuleDefinition module, string folder)
    {
        var path = Path.Combine(Directory.CreateDirectory(Path.Combine(folder, "references")).FullName, "PooledAwait.Runtime.dll");
        module.Write(path);
        return path;
    }
}
