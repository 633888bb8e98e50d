using Mono.Cecil;
using Tests.Compilation;
using Tests.Snapshots;

namespace Tests.NewerRuntimes;

/// <summary>
/// The base library of each version of .NET has all private members that PooledAwait.Runtime uses, with the expected signatures. Only the members of
/// <see cref="SinceNet11"/> are missing before .NET 11.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class PrivateMembersTests
{
    private static readonly string[] s_builds = ["net8.0", "net10.0"];

    private static readonly int[] s_versions = [8, 9, 10, 11];

    /// <summary>A type that .NET 11 has for profilers. The code that uses this type does not run before .NET 11.</summary>
    private const string SinceNet11 = "System.Runtime.CompilerServices.AsyncStateMachineDiagnostics`1";

    /// <summary>
    /// If PooledAwait.Runtime begins to use another private member, the snapshot gets a new line. A person must accept this line, because the next base library
    /// may lack the member.
    /// </summary>
    [Test]
    public static async Task The_private_members_that_are_used()
    {
        using var runtime = Runtime("net10.0");
        using var older = Runtime("net8.0");
        await Verifier.Verify(string.Join('\n', PrivateMembers.Of(runtime)));
        Assert.That(PrivateMembers.Of(older), Is.EqualTo(PrivateMembers.Of(runtime)));
    }

    /// <summary>
    /// The build for netstandard2.0 has no accessors. It uses reflection to look up some of the private members, two members of .NET Framework and Mono, and
    /// a public property.
    /// </summary>
    [Test]
    public static void What_the_build_for_netstandard_asks_for_by_name_is_what_the_others_use_and_two_of_NET_Framework()
    {
        using var standard = Runtime("netstandard2.0");
        using var runtime = Runtime("net8.0");
        var members = PrivateMembers.Of(runtime);

        Assert.Multiple(() =>
        {
            Assert.That(PrivateMembers.Of(standard), Is.Empty);
            Assert.That(PrivateMembers.NamedIn(standard), Is.EqualTo((string[])["FastCapture", "GetCancellationExceptionDispatchInfo", "IsCollectible", nameof(ExecutionContext.Run), "_obj", "_token"]));
            Assert.That(
                PrivateMembers.NamedIn(standard).Except(["FastCapture", nameof(ExecutionContext.Run)]).Where(name => !members.Any(member => member.Contains($"::{name}"))),
                Is.EqualTo((string[])[nameof(Type.IsCollectible)]), "which is public in every framework that has it");
        });
    }

    [Test]
    public static void Nothing_of_the_base_library_is_asked_for_by_name_where_it_can_be_named([ValueSource(nameof(s_builds))] string build)
    {
        using var runtime = Runtime(build);
        Assert.That(PrivateMembers.NamedIn(runtime), Is.Empty);
    }

    [Test]
    public static void Are_in_the_base_library([ValueSource(nameof(s_versions))] int version, [ValueSource(nameof(s_builds))] string build)
    {
        using var baseLibrary = BaseLibrary(version);
        using var runtime = Runtime(build);
        var members = PrivateMembers.Of(runtime);
        Assert.That(PrivateMembers.MissingIn(baseLibrary, members), Is.EqualTo(members.Where(member => version < 11 && member.Contains(SinceNet11))));
    }

    /// <summary>If a class does not implement a member of its interface, the runtime cannot load the class.</summary>
    [Test]
    public static void Every_member_of_its_interface_is_implemented([ValueSource(nameof(s_versions))] int version, [ValueSource(nameof(s_builds))] string build)
    {
        using var baseLibrary = BaseLibrary(version);
        using var runtime = Runtime(build);
        Assert.Multiple(() =>
        {
            Assert.That(PrivateMembers.Boxes(runtime).Select(type => type.Name), Is.EquivalentTo(["RecognisedDetachedBox`1", "RecognisedValueTaskBox`2", "RecognisedAwaitedWhenAnyPromise`1", "RecognisedTaskWhenAnyPromise`1", "RecognisedWaitAsyncPromise`1", "Continuation"]));
            Assert.That(PrivateMembers.NotImplemented(baseLibrary, runtime), Is.Empty);
        });
    }

    /// <summary>Checks that the tests above would notice a difference in the next base library.</summary>
    [Test]
    public static void A_base_library_that_differs_is_noticed()
    {
        using var baseLibrary = BaseLibrary(10);
        using var runtime = Runtime("net10.0");
        var task = baseLibrary.GetType("System.Threading.Tasks.Task");
        task.Methods.Single(method => method.Name == "RemoveContinuation").Name = "RemoveTheContinuation";
        var add = task.Methods.Single(method => method.Name == "AddTaskContinuation");
        add.Parameters.RemoveAt(add.Parameters.Count - 1);
        baseLibrary.GetType("System.Threading.Tasks.ValueTask`1").Fields.Single(field => field.Name == "_token").FieldType = baseLibrary.TypeSystem.Int32;
        ChangedCoreLibrary.AddMember(baseLibrary, "NobodyKnowsIt");

        const string Task = "System.Threading.Tasks.Task";
        Assert.Multiple(() =>
        {
            Assert.That(PrivateMembers.MissingIn(baseLibrary, PrivateMembers.Of(runtime)).Where(member => !member.Contains(SinceNet11)), Is.EquivalentTo(
            [
                $"instance System.Boolean {Task}::AddTaskContinuation(System.Object, System.Boolean)",
                $"instance System.Void {Task}::RemoveContinuation(System.Object)",
                "System.Int16 System.Threading.Tasks.ValueTask`1::_token",
            ]));
            Assert.That(PrivateMembers.NotImplemented(baseLibrary, runtime), Has.Exactly(1).Contains("RecognisedDetachedBox`1: ").And.Exactly(1).Contains("RecognisedValueTaskBox`2: ")
                .And.All.EndsWith("::NobodyKnowsIt()"));
        });
    }

    /// <summary>Checks that the tests above would notice a new use of a private member, by an accessor or by reflection.</summary>
    [Test]
    public static void A_member_that_is_used_is_found()
    {
        using var runtime = CompiledAssembly.Read(new RuntimeVariant().Add("Uses.cs", Uses).Compile(withChecks: false));
        using var asBuilt = Runtime("net10.0");
        const string Task = "System.Threading.Tasks.Task";
        Assert.Multiple(() =>
        {
            Assert.That(PrivateMembers.Of(runtime).Except(PrivateMembers.Of(asBuilt)), Is.EquivalentTo(
            [
                $"System.Int32 {Task}::m_stateFlags",
                $"System.Boolean {Task}::AddToActiveTasks({Task})",
                $"instance System.Void {Task}::.ctor(System.Boolean, System.Threading.Tasks.TaskCreationOptions, System.Threading.CancellationToken)",
            ]));
            Assert.That(PrivateMembers.NamedIn(runtime).Except(PrivateMembers.NamedIn(asBuilt)), Is.EqualTo((string[])["m_action"]));
        });
    }

    private const string Uses =
        """
        using System.Reflection;
        using System.Runtime.CompilerServices;

        public static class Uses
        {
            public static object? Action(Task task) => typeof(Task).GetField("m_action", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(task);

            [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "m_stateFlags")]
            public static extern ref int Flags(Task task);

            [UnsafeAccessor(UnsafeAccessorKind.StaticMethod)]
            public static extern bool AddToActiveTasks(Task? type, Task task);

            [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
            public static extern Task Make(bool canceled, TaskCreationOptions options, CancellationToken token);
        }
        """;

    private static ModuleDefinition Runtime(string build) =>
        ModuleDefinition.ReadModule(References.Runtime(build == "net8.0" ? "net9.0" : build)); // a program for .NET 9 gets the build for .NET 8

    private static ModuleDefinition BaseLibrary(int version) => ModuleDefinition.ReadModule(
        version == Environment.Version.Major ? typeof(object).Assembly.Location : RuntimePacks.FileOf(version, "System.Private.CoreLib.dll"));
}
