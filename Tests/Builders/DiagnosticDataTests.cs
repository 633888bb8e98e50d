using Mono.Cecil;
using Tests.Compilation;

namespace Tests.Builders;

/// <summary>Checks the data that boxes report to profilers. In .NET 11, a fifth member of the base library's interface for boxes returns this data.</summary>
[Thorough]
[Alone]
public static class DiagnosticDataTests
{
    private const string Member = "GetDiagnosticData";
    private const string Diagnostics = "BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.";

    /// <summary>The boxes must not implement the member explicitly. If they did, they could not be loaded with a base library that lacks the member.</summary>
    [Test]
    public static void The_member_is_implemented_by_its_name_alone()
    {
        using var module = ModuleDefinition.ReadModule(References.Runtime(References.Current));
        var boxes = module.Types.Where(type => type.Interfaces.Any(its => its.InterfaceType.Name == RuntimeSources.InterfaceOfBoxes)).ToList();

        Assert.That(boxes, Has.Count.EqualTo(2));
        Assert.That(
            boxes.Select(box => box.Methods.Single(method => method.Name == Member)),
            Has.All.Matches<MethodDefinition>(method => method is { IsPublic: true, IsVirtual: true, IsNewSlot: true, HasOverrides: false }));
    }

    [TestCase(false, new[] { "value: True id 0", "value awaited by AsTask: True id 1", "task: True id 0", "task later: True id 1", "own task: True id 0", "delegate: True id 0", "idle: awaited by nobody" })]
    [TestCase(true, new[] { "value: False 0 -1", "value awaited by AsTask: False 0 -1", "task: False 0 -1", "task later: False 0 -1", "own task: False 0 -1", "delegate: False 0 -1", "idle: awaited by nobody" })]
    public static void They_tell_the_method_the_state_and_who_awaits(bool onOlderBaseLibrary, string[] expected) =>
        Assert.That(Run(onOlderBaseLibrary, "Tell"), Is.EqualTo(expected));

    [Test]
    public static void A_machine_without_a_state_or_with_an_explicit_MoveNext_has_none_to_tell() =>
        Assert.That(Run(onOlderBaseLibrary: false, "TellOfOthers"), Is.EqualTo(new[] { "True 0 -1", "True 0 -1" }));

    /// <summary>If state machines are classes, the box may clear its reference to the machine while a profiler reads the machine.</summary>
    [TestCase(true)]
    [TestCase(false)]
    public static void They_can_be_asked_while_calls_run_complete_and_have_the_box_again(bool machineIsStruct) =>
        Assert.That(Run(onOlderBaseLibrary: false, "AskWhileRunning", machineIsStruct), Is.EqualTo(new[] { "calls completed", "states in range" }));

    private static string[] Run(bool onOlderBaseLibrary, string method, bool optimised = true)
    {
        var runtime = new RuntimeVariant { Optimised = optimised }.Add("Call.cs", Calls).Add("BaseLibrarys.cs", BaseLibrarys);
        if (!onOlderBaseLibrary)
        {
            runtime.Replace("StateMachineDiagnostics.cs", Diagnostics, "global::BaseLibrarys<TStateMachine>.");
        }

        return (string[])runtime.Load().GetType("Call", throwOnError: true)!.GetMethod(method)!.Invoke(null, null)!;
    }

    /// <summary>
    /// Imitates the part of .NET 11 that the boxes call. In this imitation, the identifier of a method is the method's handle. In .NET 11, the identifier is an
    /// address.
    /// </summary>
    private const string BaseLibrarys =
        """
        using System.Reflection;
        using System.Runtime.CompilerServices;

        public static class BaseLibrarys<TStateMachine>
        {
            private static readonly FieldInfo? s_state = typeof(TStateMachine).GetField("<>1__state");

            public static ulong MethodId =>
                typeof(TStateMachine).GetMethod("MoveNext", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public) is { IsAbstract: false } moveNext
                    ? (ulong)moveNext.MethodHandle.Value
                    : 0;

            // Looked at twice, as there. What has no such field gives anything.
            public static int GetState(ref TStateMachine? stateMachine) =>
                stateMachine is null ? -1 : s_state is null ? 7 : (int)s_state.GetValue(stateMachine ?? throw new NullReferenceException())!;
        }
        """;

    private const string Calls =
        """
        extern alias BaseLibrary;
        using System.Reflection;
        using System.Runtime.CompilerServices;
        using PooledAwait.Runtime;
        using IBox = BaseLibrary::System.Runtime.CompilerServices.IAsyncStateMachineBox;

        public static class Call
        {
            private static readonly FieldInfo s_continuation = typeof(Task).GetField("m_continuationObject", BindingFlags.Instance | BindingFlags.NonPublic)!;

            public static string[] Tell()
            {
                var source = new TaskCompletionSource();
                var inner = ValueAsync(source.Task, Task.CompletedTask);
                var innerBox = BoxOf(inner);
                var outer = ValueAsync(Task.CompletedTask, inner.AsTask());
                var outerBox = BoxOf(outer);
                var value = Describe("value", innerBox, awaiter => awaiter is Task);
                var outerTask = outer.AsTask();
                var valueAwaited = Describe("value awaited by AsTask", outerBox, awaiter => ReferenceEquals(awaiter, outerTask));

                var callee = new TaskCompletionSource();
                var second = new TaskCompletionSource();
                var task = TaskAsync(callee.Task, Task.CompletedTask);
                var first = Describe("task", s_continuation.GetValue(callee.Task)!, awaiter => awaiter is null);
                var laterTask = TaskAsync(Task.CompletedTask, second.Task);
                var later = Describe("task later", s_continuation.GetValue(second.Task)!, awaiter => awaiter is null);

                var misused = ValueAsync(source.Task, Task.CompletedTask);
                var misusedBox = BoxOf(misused);
                var own = OwnTask.Of(misused);
                var owned = Describe("own task", misusedBox, awaiter => ReferenceEquals(awaiter, own.AsTask()));

                var listened = ValueAsync(source.Task, Task.CompletedTask);
                var listenedBox = BoxOf(listened);
                Action listener = static () => { };
                listened.GetAwaiter().UnsafeOnCompleted(listener);
                var heard = Describe("delegate", listenedBox, awaiter => ReferenceEquals(awaiter, listener));

                source.SetResult();
                callee.SetResult();
                second.SetResult();
                Task.WaitAll(outerTask, task, laterTask, own.AsTask());
                Ask(innerBox, out _, out _, out var awaiter);
                return [value, valueAwaited, first, later, owned, heard, "idle: awaited by " + (awaiter is null ? "nobody" : awaiter)];
            }

            public static string[] TellOfOthers() => [Describe(new RecognisedDetachedBox<Stateless>()), Describe(new RecognisedValueTaskBox<IAsyncStateMachine, int>())];

            public static string[] AskWhileRunning()
            {
                var source = new TaskCompletionSource();
                var box = BoxOf(ValueAsync(source.Task, Task.CompletedTask));
                source.SetResult();
                var done = false;
                var inRange = true;
                var asker = new Thread(() =>
                {
                    while (!Volatile.Read(ref done))
                    {
                        try
                        {
                            Ask(box, out _, out var state, out _);
                            inRange &= state is >= -2 and <= 1;
                        }
                        catch (TargetInvocationException)
                        {
                            inRange = false;
                        }
                    }
                });
                asker.Start();
                for (var call = 0; call < 20_000; call++)
                {
                    source = new TaskCompletionSource();
                    var value = ValueAsync(source.Task, Task.CompletedTask);
                    source.SetResult();
                    value.GetAwaiter().GetResult();
                }

                Volatile.Write(ref done, true);
                asker.Join();
                return ["calls completed", inRange ? "states in range" : "a state out of range"];
            }

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            private static async ValueTask ValueAsync(Task first, Task second)
            {
                await first.ConfigureAwait(false);
                await second.ConfigureAwait(false);
            }

            [AsyncMethodBuilder(typeof(PooledAsyncTaskMethodBuilder))]
            private static async Task TaskAsync(Task first, Task second)
            {
                await first.ConfigureAwait(false);
                await second.ConfigureAwait(false);
            }

            private static object BoxOf(ValueTask call) => ValueTaskSource.Of(ref call, out _)!;

            private static bool Ask(object box, out ulong methodId, out int state, out object? awaiter)
            {
                var arguments = new object?[3];
                var known = (bool)box.GetType().GetMethod("GetDiagnosticData")!.Invoke(box, arguments)!;
                (methodId, state, awaiter) = ((ulong)arguments[0]!, (int)arguments[1]!, arguments[2]);
                return known;
            }

            private static string Describe(object box)
            {
                var known = Ask(box, out var methodId, out var state, out _);
                return $"{known} {methodId} {state}";
            }

            private static string Describe(string what, object box, Func<object?, bool> isAwaiter)
            {
                var known = Ask(box, out var methodId, out var state, out var awaiter);
                var moveNext = box.GetType().GetGenericArguments()[0].GetMethod("MoveNext", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)!;
                var id = methodId == (ulong)moveNext.MethodHandle.Value ? "id" : methodId.ToString();
                return $"{what}: {known} {id} {state}" + (isAwaiter(awaiter) ? "" : $" awaited by {awaiter ?? "nobody"}");
            }

            private struct Stateless : IAsyncStateMachine
            {
                void IAsyncStateMachine.MoveNext() { }
                void IAsyncStateMachine.SetStateMachine(IAsyncStateMachine stateMachine) { }
            }
        }
        """;
}
