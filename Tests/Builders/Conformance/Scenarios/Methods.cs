namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// One async method of each return type. Each runs the steps of a script. The methods do not share code, because each has its own builder, and no other code
/// may be between the builder and the awaits.
/// </summary>
public static class Methods
{
    public static async ValueTask ReturnsValueTask(Script script)
    {
        foreach (var step in script.Steps)
        {
            switch (step.Kind)
            {
                case StepKind.Do: step.Action(); break;
                case StepKind.AwaitTask: await step.Task; break;
                case StepKind.AwaitTaskWithoutContext: await step.Task.ConfigureAwait(false); break;
                case StepKind.AwaitValueTask: await step.ValueTask; break;
                case StepKind.AwaitValueTaskWithoutContext: await step.ValueTask.ConfigureAwait(false); break;
                case StepKind.AwaitCritical: await step.Critical; break;
                case StepKind.AwaitNotCritical: await step.NotCritical; break;
                case StepKind.Yield: await Task.Yield(); break;
            }
        }
    }

    public static async ValueTask<int> ReturnsValueTaskOfInt(Script script)
    {
        foreach (var step in script.Steps)
        {
            switch (step.Kind)
            {
                case StepKind.Do: step.Action(); break;
                case StepKind.AwaitTask: await step.Task; break;
                case StepKind.AwaitTaskWithoutContext: await step.Task.ConfigureAwait(false); break;
                case StepKind.AwaitValueTask: await step.ValueTask; break;
                case StepKind.AwaitValueTaskWithoutContext: await step.ValueTask.ConfigureAwait(false); break;
                case StepKind.AwaitCritical: await step.Critical; break;
                case StepKind.AwaitNotCritical: await step.NotCritical; break;
                case StepKind.Yield: await Task.Yield(); break;
            }
        }

        return script.Result;
    }

    public static async Task ReturnsTask(Script script)
    {
        foreach (var step in script.Steps)
        {
            switch (step.Kind)
            {
                case StepKind.Do: step.Action(); break;
                case StepKind.AwaitTask: await step.Task; break;
                case StepKind.AwaitTaskWithoutContext: await step.Task.ConfigureAwait(false); break;
                case StepKind.AwaitValueTask: await step.ValueTask; break;
                case StepKind.AwaitValueTaskWithoutContext: await step.ValueTask.ConfigureAwait(false); break;
                case StepKind.AwaitCritical: await step.Critical; break;
                case StepKind.AwaitNotCritical: await step.NotCritical; break;
                case StepKind.Yield: await Task.Yield(); break;
            }
        }
    }

    public static async Task<int> ReturnsTaskOfInt(Script script)
    {
        foreach (var step in script.Steps)
        {
            switch (step.Kind)
            {
                case StepKind.Do: step.Action(); break;
                case StepKind.AwaitTask: await step.Task; break;
                case StepKind.AwaitTaskWithoutContext: await step.Task.ConfigureAwait(false); break;
                case StepKind.AwaitValueTask: await step.ValueTask; break;
                case StepKind.AwaitValueTaskWithoutContext: await step.ValueTask.ConfigureAwait(false); break;
                case StepKind.AwaitCritical: await step.Critical; break;
                case StepKind.AwaitNotCritical: await step.NotCritical; break;
                case StepKind.Yield: await Task.Yield(); break;
            }
        }

        return script.Result;
    }

    public static async void ReturnsVoid(Script script)
    {
        foreach (var step in script.Steps)
        {
            switch (step.Kind)
            {
                case StepKind.Do: step.Action(); break;
                case StepKind.AwaitTask: await step.Task; break;
                case StepKind.AwaitTaskWithoutContext: await step.Task.ConfigureAwait(false); break;
                case StepKind.AwaitValueTask: await step.ValueTask; break;
                case StepKind.AwaitValueTaskWithoutContext: await step.ValueTask.ConfigureAwait(false); break;
                case StepKind.AwaitCritical: await step.Critical; break;
                case StepKind.AwaitNotCritical: await step.NotCritical; break;
                case StepKind.Yield: await Task.Yield(); break;
            }
        }
    }
}
