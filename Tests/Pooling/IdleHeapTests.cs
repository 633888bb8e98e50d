using System.Reflection;
using System.Runtime.Loader;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Pooling;

/// <summary>
/// No idle box may keep anything of a call that has ended. Every scenario of every fixture runs woven. The scenarios' calls succeed, fail, or are cancelled,
/// abandoned, discarded or never consumed. After every few scenarios, the test walks the heap from everything in the pools.
/// </summary>
[Thorough]
[Alone]
public static class IdleHeapTests
{
    private const int ScenariosAtOnce = 20;

    private static readonly TimeSpan s_longEnough = TimeSpan.FromSeconds(30);

    [Test]
    public static void Nothing_of_a_finished_call_is_kept_by_an_idle_box_nor_by_what_weaving_added()
    {
        var loaded = new LoadedAssembly(Weavers.WovenThroughout(Shape.Release).Result);
        var (boxes, kept) = RunAndWalk(loaded, s_longEnough);
        Assert.That(kept, Is.Empty);

        var kinds = boxes.Select(box => box.GetType()).SelectMany(Bases).Select(type => type.Name.Split('`')[0]).ToHashSet();
        Assert.That(kinds, Is.SupersetOf((string[])["ValueTaskBox", "DetachedBox", "TaskWhenAnyPromise", "AwaitedWhenAnyPromise"]));
        Assert.That(boxes, Has.Count.GreaterThan(500));

        var heap = new IdleHeap(RuntimeOf(loaded));
        var notWoven = StaticFields(new LoadedAssembly(Fixtures.Compiled(Shape.Release)).Assembly).Select(Name).ToHashSet();
        var added = StaticFields(loaded.Assembly).Where(field => !notWoven.Contains(Name(field))).ToList();
        Assert.That(added, Is.Not.Empty, "cached delegates");
        Assert.That(added.Where(field => !IsWithoutFields(field.GetValue(null))).SelectMany(field => heap.Kept(field.GetValue(null), field, Name(field))), Is.Empty);
    }

    [TestCase("StateMachineBox.cs", "        _context = null;\n", "ExecutionContext")]
    [TestCase("ValueTaskStateMachineBox.cs", "        StateMachine = default;\n", ".StateMachine.")]
    [TestCase("DetachedStateMachineBox.cs", "        StateMachine = default;\n", ".StateMachine.")]
    [TestCase("WhenAnyPromise.cs", "        _tasks[slot] = null;\n", "._tasks")]
    public static void What_a_box_keeps_is_found(string file, string forgets, string kept)
    {
        var variant = new RuntimeVariant().ReplaceOnce(file, forgets, "");
        using var folder = new TemporaryFolder();
        var runtime = new FileInfo(folder.PathOf("PooledAwait.Runtime.dll"));
        File.WriteAllBytes(runtime.FullName, variant.Compile(withChecks: false));
        var loaded = new LoadedAssembly(Weavers.WovenThroughout(Shape.Release).Result, runtime);
        Assert.That(RunAndWalk(loaded, TimeSpan.Zero).Kept, Has.Some.Contains(kept));
    }

    /// <returns>The boxes of all walks, and what idle boxes wrongly kept alive. The run stops as soon as an idle box wrongly keeps something alive.</returns>
    private static (HashSet<object> Boxes, List<string> Kept) RunAndWalk(LoadedAssembly loaded, TimeSpan longEnough)
    {
        var walked = new HashSet<object>(ReferenceEqualityComparer.Instance);
        List<string> kept = [];
        IdleHeap? heap = null;
        foreach (var scenarios in Scenario.In(loaded.Assembly).Chunk(ScenariosAtOnce))
        {
            foreach (var scenario in scenarios)
            {
                scenario.Run(loaded, times: 1);
            }

            heap ??= AssemblyLoadContext.GetLoadContext(loaded.Assembly)!.Assemblies.Any(IsRuntime) ? new IdleHeap(RuntimeOf(loaded)) : null;
            if (heap is null)
            {
                continue;
            }

            // Code on other threads may still run, and rent a box that was just idle. A rented box may hold anything, so the test tries again.
            SpinWait.SpinUntil(
                () =>
                {
                    var boxes = heap.Boxes();
                    walked.UnionWith(boxes);
                    kept = [.. boxes.SelectMany(heap.KeptBy).Select(way => $"{scenarios[0]} to {scenarios[^1]}: {way}")];
                    return kept.Count == 0;
                },
                longEnough);
            if (kept.Count > 0)
            {
                break;
            }
        }

        return (walked, kept);
    }

    /// <summary>Returns whether an object has no fields. The compiler's single object for lambdas that capture nothing is an example.</summary>
    private static bool IsWithoutFields(object? value) => value is { } && IdleHeap.HasNoField(value);

    private static Assembly RuntimeOf(LoadedAssembly loaded) => AssemblyLoadContext.GetLoadContext(loaded.Assembly)!.Assemblies.Single(IsRuntime);

    private static bool IsRuntime(Assembly assembly) => assembly.GetName().Name == "PooledAwait.Runtime";

    private static IEnumerable<Type> Bases(Type type)
    {
        for (var current = type; current != null; current = current.BaseType!)
        {
            yield return current;
        }
    }

    private static IEnumerable<FieldInfo> StaticFields(Assembly assembly) =>
        from type in assembly.GetTypes()
        where !type.ContainsGenericParameters
        from field in type.GetFields(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly)
        where !field.IsLiteral && !field.FieldType.IsValueType
        select field;

    private static string Name(FieldInfo field) => $"{field.DeclaringType}.{field.Name}";
}
