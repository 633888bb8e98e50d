using System.Reflection;
using System.Runtime.Loader;
using Tests.Compilation;

namespace Tests.WhenAny;

/// <summary>
/// Imitates a base library whose Task differs from the real one. PooledAwait.Runtime calls two non-public methods of Task, which stand-ins replace here. In
/// each case, one of these methods is missing, has another signature, or does something else.
/// </summary>
/// <param name="What">The difference in a sentence. This sentence is also the name of the test case.</param>
/// <param name="Add">The body or the expression of <c>AddTaskContinuation</c>; null if it is unchanged.</param>
/// <param name="Remove">The body or the expression of <c>RemoveContinuation</c>; null if it is unchanged.</param>
/// <param name="Accessor">The method of Task that the library looks for in place of the real one.</param>
public sealed record ChangedTasks(string What, string? Add = null, string? Remove = null, string? Accessor = null)
{
    /// <summary>The AppContext key whose value names the case to imitate. PooledAwait.Runtime reads this value during its self-test.</summary>
    private const string Chosen = "PooledAwait.Tests.ChangedTasks";

    /// <summary>Stand-ins that only remember the arguments and call the real methods.</summary>
    public static ChangedTasks Nothing { get; } = new(
        "Nothing has changed.",
        "{ Given.To(task).Add(continuation); return RealAdd(task, continuation, addBeforeOthers); }",
        "{ Given.To(task).Remove(continuation); RealRemove(task, continuation); }");

    public static IReadOnlyList<ChangedTasks> All { get; } =
    [
        // The library looks for a member that the base library does not have, as if the base library had lost the member.
        new("AddTaskContinuation is gone.",
            "=> Other(task, continuation, false)", null, "AddContinuation: bool Other(Task task, object continuation, bool before)"),
        new("AddTaskContinuation lost a parameter.",
            "=> Other(task, continuation)", null, "AddTaskContinuation: bool Other(Task task, object continuation)"),
        new("AddTaskContinuation got a parameter.",
            "=> Other(task, continuation, false, false)", null, "AddTaskContinuation: bool Other(Task task, object continuation, bool before, bool more)"),
        new("AddTaskContinuation takes actions.",
            "=> Other(task, () => { }, false)", null, "AddTaskContinuation: bool Other(Task task, Action continuation, bool before)"),
        new("AddTaskContinuation takes a number for its flag.",
            "=> Other(task, continuation, 0)", null, "AddTaskContinuation: bool Other(Task task, object continuation, int before)"),
        new("AddTaskContinuation returns nothing.",
            "{ Other(task, continuation, false); return true; }", null, "AddTaskContinuation: void Other(Task task, object continuation, bool before)"),
        new("AddTaskContinuation is static.",
            "=> Other(task, continuation, false)", null, "static AddTaskContinuation: bool Other(Task task, object continuation, bool before)"),
        new("RemoveContinuation is gone.",
            null, "=> Other(task, continuation)", "RemoveTaskContinuation: void Other(Task task, object continuation)"),
        new("RemoveContinuation got a parameter.",
            null, "=> Other(task, continuation, false)", "RemoveContinuation: void Other(Task task, object continuation, bool all)"),
        new("RemoveContinuation takes actions.",
            null, "=> Other(task, () => { })", "RemoveContinuation: void Other(Task task, Action continuation)"),
        new("RemoveContinuation returns whether it removed.",
            null, "=> Other(task, continuation)", "RemoveContinuation: bool Other(Task task, object continuation)"),
        new("RemoveContinuation is static.",
            null, "=> Other(task, continuation)", "static RemoveContinuation: void Other(Task task, object continuation)"),

        new("AddTaskContinuation adds nothing, and says that it did.", "=> !task.IsCompleted"),
        new("AddTaskContinuation adds nothing, and says so.", "=> false"),
        new("AddTaskContinuation adds, and says that it did not.", "{ RealAdd(task, continuation, false); return false; }"),
        new("AddTaskContinuation invokes at once.", "{ if (task.IsCompleted) return false; Invoke(continuation, task); return true; }"),
        new("AddTaskContinuation invokes what comes too late, and says that it was added.",
            "{ if (!RealAdd(task, continuation, false)) Invoke(continuation, task); return true; }"),
        new("AddTaskContinuation says that it added what comes too late.", "{ RealAdd(task, continuation, false); return true; }"),
        new("AddTaskContinuation adds twice.", "=> RealAdd(task, continuation, false) && RealAdd(task, continuation, false)"),
        new("AddTaskContinuation adds a wrapper, which is not found again.", "=> RealAdd(task, (Action)(() => Invoke(continuation, task)), false)"),
        new("AddTaskContinuation has it invoked on another thread.",
            "=> RealAdd(task, (Action)(() => { var thread = new Thread(() => Invoke(continuation, task)); thread.Start(); }), false)", "{ }"),
        new("AddTaskContinuation has it invoked with another task.",
            "=> RealAdd(task, (Action)(() => Invoke(continuation, Task.CompletedTask)), false)", "{ }"),
        new("AddTaskContinuation takes one only.",
            "{ Given.To(task).Add(continuation); return Given.To(task).Count == 1 && RealAdd(task, continuation, false); }"),
        new("AddTaskContinuation refuses a task that one was removed from.",
            "=> Given.To(task).Count == 0 && RealAdd(task, continuation, false)", "{ Given.To(task).Add(continuation); RealRemove(task, continuation); }"),
        new("AddTaskContinuation throws.", "=> throw new ArgumentException(continuation.ToString())"),

        new("RemoveContinuation removes nothing.", null, "{ }"),
        new("RemoveContinuation throws.", null, "=> throw new InvalidOperationException()"),
        new("RemoveContinuation invokes what it removes.", null, "{ RealRemove(task, continuation); Invoke(continuation, task); }"),
        new("RemoveContinuation removes only what is alone.", Remembers, "{ if (Given.To(task).Count == 1) RealRemove(task, continuation); }"),
        new("RemoveContinuation removes only what is among others.", Remembers, "{ if (Given.To(task).Count > 1) RealRemove(task, continuation); }"),
        new("RemoveContinuation removes the first, whichever is meant.", Remembers, "=> RealRemove(task, Given.To(task)[0])"),
        new("RemoveContinuation removes the last, whichever is meant.", Remembers, "=> RealRemove(task, Given.To(task)[^1])"),
        new("RemoveContinuation removes all.", Remembers, "=> Given.To(task).ForEach(given => RealRemove(task, given))"),
    ];

    private const string Remembers = "{ Given.To(task).Add(continuation); return RealAdd(task, continuation, false); }";

    private static readonly Lazy<byte[]> s_image = new(Compile);

    /// <summary>Loads PooledAwait.Runtime with this base library, and runs the self-test of PooledAwait.Runtime.</summary>
    public Assembly Load()
    {
        AppContext.SetData(Chosen, Name);
        try
        {
            var runtime = new AssemblyLoadContext(What).LoadFromStream(new MemoryStream(s_image.Value));
            System.Runtime.CompilerServices.RuntimeHelpers.RunClassConstructor(runtime.GetType("PooledAwait.Runtime.TaskContinuations")!.TypeHandle);
            return runtime;
        }
        finally
        {
            AppContext.SetData(Chosen, null);
        }
    }

    public override string ToString() => What;

    /// <summary>The name of this case's class in the library. The library contains the stand-ins of all cases, so that it is compiled only once.</summary>
    private string Name => this == Nothing ? "Nothing" : $"Changed{All.ToList().IndexOf(this)}";

    private string Source => $$"""
            private static class {{Name}}
            {
                public static bool TryAdd(Task task, object continuation, bool addBeforeOthers) {{Body(Add ?? "=> RealAdd(task, continuation, addBeforeOthers)")}}
                public static void Remove(Task task, object continuation) {{Body(Remove ?? "=> RealRemove(task, continuation)")}}
                {{AccessorSource}}
            }
        """;

    private string AccessorSource
    {
        get
        {
            if (Accessor?.Split(": ") is not [var name, var signature])
            {
                return "";
            }

            var isStatic = name.StartsWith("static ");
            var kind = isStatic ? "StaticMethod" : "Method";
            return $"[UnsafeAccessor(UnsafeAccessorKind.{kind}, Name = \"{name.Split(' ')[^1]}\")] private static extern {signature};";
        }
    }

    private static string Body(string body) => body.StartsWith("=>") ? body + ";" : body;

    private static byte[] Compile()
    {
        ChangedTasks[] cases = [Nothing, .. All];
        return new RuntimeVariant()
            .Replace("TaskContinuations.cs", "using System.Runtime.CompilerServices;", "extern alias BaseLibrary; using System.Runtime.CompilerServices;")
            .Replace("TaskContinuations.cs", "public static extern bool TryAdd", "private static extern bool RealAdd")
            .Replace("TaskContinuations.cs", "private static extern void RemoveFrom", "private static extern void RealRemove")
            .Replace("TaskContinuations.cs", "public static readonly bool IsSupported", $$"""
                private static readonly string s_chosen = (string)AppContext.GetData("{{Chosen}}")!;

                public static bool TryAdd(Task task, object continuation, bool addBeforeOthers) => s_chosen switch
                {
                    {{string.Concat(cases.Select(changed => $"\"{changed.Name}\" => {changed.Name}.TryAdd(task, continuation, addBeforeOthers), "))}}
                    _ => throw new InvalidOperationException(s_chosen),
                };

                private static void RemoveFrom(Task task, object continuation)
                {
                    switch (s_chosen)
                    {
                        {{string.Concat(cases.Select(changed => $"case \"{changed.Name}\": {changed.Name}.Remove(task, continuation); break;"))}}
                        default: throw new InvalidOperationException(s_chosen);
                    }
                }

                {{string.Concat(cases.Select(changed => changed.Source))}}
                private static void Invoke(object continuation, Task task) =>
                    ((BaseLibrary::System.Threading.Tasks.ITaskCompletionAction)continuation).Invoke(task);

                private static class Given
                {
                    private static readonly ConditionalWeakTable<Task, List<object>> s_given = new();

                    public static List<object> To(Task task) => s_given.GetOrCreateValue(task);
                }

                public static readonly bool IsSupported
                """)
            .Compile();
    }
}
