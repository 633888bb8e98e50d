using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>
/// The scenarios, compiled with one choice of builders and loaded with one build of PooledAwait.Runtime. Other subjects can be loaded at the same time.
/// </summary>
public sealed class Subject
{
    private readonly string _name;
    private readonly Lazy<Func<string, string, int, string[]>> _run;

    private Subject(string name, BuilderChoice builders, bool optimised, Func<AssemblyLoadContext, Assembly>? runtime = null)
    {
        _name = $"{name}, {(optimised ? "Release" : "Debug")}";
        Builders = builders;
        Optimised = optimised;
        _run = new(() => Bind(new ScenarioContext(_name, runtime).Load(Builders, Optimised)));
    }

    private Subject(BuilderChoice builders, string image, string? runtime)
    {
        _name = image;
        Builders = builders;
        Optimised = true;
        var context = new ScenarioContext(image, runtime is null ? null : own => own.LoadFromAssemblyPath(runtime));
        _run = new(() => Bind(context.LoadFromAssemblyPath(image)));
    }

    public BuilderChoice Builders { get; }

    // On an older runtime, the tests use only the build of PooledAwait.Runtime that programs use. Its other builds and configurations are tested only on the
    // newest runtime.
    private static bool OnlyAsUsed => References.Current != "net10.0";

    /// <summary>True if only the thorough set runs the scenarios with this subject, because other subjects are similar.</summary>
    public bool IsThorough { get; private init; }

    /// <summary>Whether the scenarios are a Release build, whose machines are structs.</summary>
    public bool Optimised { get; }

    public static IReadOnlyList<Subject> Defaults { get; } = Both(optimised => new("default", BuilderChoice.Default, optimised));

    public static IReadOnlyList<Subject> BaseLibraryPooling { get; } =
        [new("base library's pooling", BuilderChoice.BaseLibraryPooling, optimised: true) { IsThorough = true }];

    /// <summary>Pooled builders as programs use them.</summary>
    public static IReadOnlyList<Subject> Pooled { get; } =
        Both(optimised => new("pooled", BuilderChoice.Pooled, optimised, context => context.LoadFromAssemblyPath(References.Runtime(References.Current))));

    /// <summary>Pooled builders of the library's netstandard2.0 build, which uses only public APIs.</summary>
    public static IReadOnlyList<Subject> PooledForStandard { get; } =
        Both(optimised => new(
            "pooled, netstandard2.0", BuilderChoice.Pooled, optimised,
            context => context.LoadFromAssemblyPath(References.Runtime("netstandard2.0"))) { IsThorough = !optimised });

    /// <summary>Pooled builders with the fallback for a base library whose box is not as expected.</summary>
    public static IReadOnlyList<Subject> PooledFallback { get; } =
    [
        new(
            "pooled, fallback", BuilderChoice.Pooled, optimised: true,
            context => LoadWith(context, "PooledAwait.DisableResumptionBox", "true", "BaseLibraryBox")) { IsThorough = true },
    ];

    /// <summary>The runtime library's build for .NET 8, on this framework. (<c>OlderRuntimeTests</c> run it on .NET 8.)</summary>
    public static IReadOnlyList<Subject> PooledForNet8 { get; } =
        WholeOf(() => [new("pooled, net8.0", BuilderChoice.Pooled, optimised: true, context => FromSources(context, "net8.0", optimised: true))]);

    /// <summary>The debug build of PooledAwait.Runtime, which notices if a box is returned twice or rented twice.</summary>
    public static Subject PooledWithChecks { get; } =
        new("pooled, with checks", BuilderChoice.Pooled, optimised: true, context => FromSources(context, References.Current, optimised: false));

    /// <summary>Returns pooled builders whose pools have the given bound. A program sets this bound in its runtimeconfig file.</summary>
    public static Subject PooledWithBound(object bound) => new(
        $"pooled, bound {bound}", BuilderChoice.Pooled, optimised: true,
        context => LoadWith(context, "PooledAwait.MaximumBoxesPerType", bound, "PoolLimits"));

    public static IReadOnlyList<Subject> WovenForStandard { get; } =
        [new("woven, netstandard2.0", BuilderChoice.Woven, optimised: true, context => context.LoadFromAssemblyPath(References.Runtime("netstandard2.0"))) { IsThorough = true }];

    private static Subject WovenAsUsed { get; } =
        new("woven", BuilderChoice.Woven, optimised: true, context => context.LoadFromAssemblyPath(References.Runtime(References.Current)));

    /// <summary>
    /// The woven scenarios. In these, an awaited call of a Task method goes to a twin, which returns a ValueTask. The scenarios run with PooledAwait.Runtime as
    /// programs use it, and with variants of that library.
    /// </summary>
    public static IReadOnlyList<Subject> Woven { get; } = OnlyAsUsed ? [WovenAsUsed] :
    [
        WovenAsUsed,
        .. WovenForStandard,
        new(
            "woven, fallback", BuilderChoice.Woven, optimised: true,
            context => LoadWith(context, "PooledAwait.DisableResumptionBox", "true", "BaseLibraryBox")) { IsThorough = true },
        new("woven, tasks at once", BuilderChoice.Woven, optimised: true, WithTasksAtOnce) { IsThorough = true },
        .. WholeOf(() => [new("woven, with checks", BuilderChoice.Woven, optimised: true, context => FromSources(context, References.Current, optimised: false))]),
    ];

    /// <summary>
    /// The scenarios, compiled so that each caller gets a task, as if the caller misused the ValueTask. They run with PooledAwait.Runtime as programs use it,
    /// with a variant that makes tasks at once, and with the debug build. A whole run adds scenarios built as Debug, and the library's netstandard2.0 build.
    /// </summary>
    public static IReadOnlyList<Subject> OwnTasks { get; } =
    [
        OwnTasksOf("own tasks", optimised: true, context => context.LoadFromAssemblyPath(References.Runtime(References.Current))),
        OwnTasksOf("own tasks at once", optimised: true, WithTasksAtOnce, isThorough: true),
        OwnTasksOf("own tasks, with checks", optimised: true, context => FromSources(context, References.Current, optimised: false), isThorough: true),
        .. WholeOf(() =>
        [
            OwnTasksOf("own tasks", optimised: false, context => context.LoadFromAssemblyPath(References.Runtime(References.Current))),
            OwnTasksOf("own tasks, netstandard2.0", optimised: true, context => context.LoadFromAssemblyPath(References.Runtime("netstandard2.0"))),
        ]),
    ];

    public static IReadOnlyList<Subject> AllPooled { get; } = OnlyAsUsed ? Pooled : [.. Pooled, .. PooledForStandard, .. PooledFallback, .. PooledForNet8];

    /// <summary>Loads scenarios (a Release build) and a runtime from files.</summary>
    public static Subject FromFiles(BuilderChoice builders, string image, string? runtime) => new(builders, image, runtime);

    /// <summary>Runs a scenario and returns the lines of its trace.</summary>
    public string[] Run(ScenarioCase scenario, Kinds kind) => _run.Value(scenario.Type, scenario.Method, (int)kind);

    public override string ToString() => _name;

    private static IReadOnlyList<Subject> WholeOf(Func<IReadOnlyList<Subject>> create) => Extent.IsWhole ? create() : [];

    private static Subject OwnTasksOf(string name, bool optimised, Func<AssemblyLoadContext, Assembly> runtime, bool isThorough = false) =>
        new(name, BuilderChoice.OwnTasks, optimised, runtime) { IsThorough = isThorough };

    private static IReadOnlyList<Subject> Both(Func<bool, Subject> create) => [create(true), create(false)];

    /// <summary>
    /// Loads a PooledAwait.Runtime in which each call of a ValueTask method gets a task when it suspends. In the unchanged library, calls get a task so early
    /// only after callers have repeatedly asked for tasks.
    /// </summary>
    private static Assembly WithTasksAtOnce(AssemblyLoadContext context) =>
        context.LoadFromStream(new MemoryStream(new RuntimeVariant()
            .ReplaceOnce("ValueTaskStateMachineBox.cs", "private static bool s_isAskedForTasks;", "private static bool s_isAskedForTasks = true;")
            .ReplaceOnce("ValueTaskStateMachineBox.cs", "if (tasks > 0)", "if (tasks >= 0)")
            .ReplaceOnce("ValueTaskStateMachineBox.cs", "tasks--;", "")
            .Compile()));

    private static Assembly FromSources(AssemblyLoadContext context, string framework, bool optimised) =>
        context.LoadFromStream(new MemoryStream(Compiler.Runtime(framework, optimised)));

    /// <summary>
    /// Loads PooledAwait.Runtime with a value of a setting. The library reads the setting only once, in the static constructor of one class. So this method
    /// sets the value, runs that constructor, and clears the setting.
    /// </summary>
    private static Assembly LoadWith(AssemblyLoadContext context, string setting, object value, string reader)
    {
        var assembly = context.LoadFromAssemblyPath(References.Runtime(References.Current));
        AppContext.SetData(setting, value);
        RuntimeHelpers.RunClassConstructor(assembly.GetType($"PooledAwait.Runtime.{reader}", throwOnError: true)!.TypeHandle);
        AppContext.SetData(setting, null);
        return assembly;
    }

    private static Func<string, string, int, string[]> Bind(Assembly assembly)
    {
        UnhandledExceptions.Offer(Delegate<Func<Exception, bool>>(typeof(Escapes), nameof(Escapes.Claim)));
        return Delegate<Func<string, string, int, string[]>>(typeof(Runner), nameof(Runner.Run));

        TDelegate Delegate<TDelegate>(Type type, string method)
            where TDelegate : Delegate =>
            assembly.GetType(type.FullName!, throwOnError: true)!.GetMethod(method)!.CreateDelegate<TDelegate>();
    }
}
