using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>
/// Changes calls of <c>Task.Delay</c> and <c>WaitAsync</c> to calls of PooledAwait.Runtime, and their awaits to awaits of ValueTasks. Also changes each
/// <c>WhenAny</c> that gets a delay, and its await.
/// </summary>
internal sealed class TimedWaitChange(WovenModule module, TimedMethods methods) : IChange<TimedWait>
{
    private ValueTaskReferences? _valueTasks;

    public void Apply(MethodDefinition method, IReadOnlyList<TimedWait> found)
    {
        using var editor = new BodyEditor(method);
        _valueTasks ??= ValueTaskReferences.In(module.Definition, found[0].Overload.Called.DeclaringType.GetElementType(), module.Runtime);
        var awaits = new AwaitChange(editor, _valueTasks);
        foreach (var wait in found)
        {
            var replacement = Instruction.Create(OpCodes.Call, methods.For(wait, _valueTasks));
            if (wait.Await != null)
            {
                awaits.Apply(wait.Call, wait.Await, wait.Overload.Result, replacement);
            }
            else
            {
                editor.Replace(wait.Call, replacement);
            }
        }

        // A WhenAny may get several delays, but must be changed only once.
        foreach (var races in found.Where(wait => wait.Race != null).GroupBy(wait => wait.Race!.Call, wait => wait.Race!))
        {
            var race = races.First();
            foreach (var step in race.Array?.Steps ?? [])
            {
                editor.Nop(step);
            }

            awaits.Apply(race.Call, race.Await, race.Overload.Antecedent, Instruction.Create(OpCodes.Call, methods.For(race, _valueTasks)));
        }

        awaits.RemoveUnusedFields();
    }
}
